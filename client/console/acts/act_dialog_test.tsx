/** An act in its dialog: preview, reason, confirm, result; once, whatever happens on the way. */
import { Link } from "react-router-dom";
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { heldCall, show } from "../../../tests/support/app/component.ts";
import { NetworkError } from "../../api/http.ts";
import type { ActRequest, Done, Preview } from "../../../server/wire/admin/acts.ts";
import { fakeServer, refused } from "../testing/fake_calls.ts";
import { PREVIEW } from "../testing/samples/acts.ts";
import { usd } from "../testing/samples/session.ts";
import { until } from "../testing/until.ts";
import { inSession } from "../testing/show_console.tsx";
import type { Calls } from "../api/calls.ts";
import { ActDialog } from "./ActDialog.tsx";
import { ActButtons, Acts } from "./ActButtons.tsx";
import type { Intent } from "./intent.ts";

const REFUND: Intent = {
  request: { act: "refund", charge_id: "charge_2" },
  about: "Weekly plan",
  refundable: usd(1499),
};
const CANCEL: Intent = { request: { act: "cancel", purchase_id: "sub_1" }, about: "Weekly plan" };
const RESEND: Intent = { request: { act: "resend", purchase_id: "sub_1" }, about: "Weekly plan" };
const DONE: Done = { audit: 7, act: "refund", subject: PREVIEW.subject, state: "done", download: null };

type Shown = Awaited<ReturnType<typeof show>>;

async function open(intent: Intent, own: Partial<Calls> = {}) {
  const server = fakeServer(own);
  const ends: string[] = [];
  const shown = await show(
    inSession(
      server,
      <ActDialog
        intent={intent}
        onClose={() => ends.push("closed")}
        onDone={({ audit }) => ends.push(`done ${audit}`)}
      />,
    ),
  );
  const previewed = async () => {
    await until(
      shown.settle,
      () => !shown.has("act-preview") || !shown.at("act-preview").textContent?.includes("Looking up"),
    );
  };
  await previewed();
  const confirms = () => server.made.filter((line) => line.startsWith("confirm"));
  const previews = () => server.made.filter((line) => line.startsWith("preview"));
  /** Waits for this many previews, which follow what is typed after a moment. */
  const asked = async (count: number) => {
    await until(shown.settle, () => previews().length === count);
    await previewed();
  };
  return { ...server, shown, ends, previewed, asked, confirms, previews };
}
const submit = (shown: Shown) => shown.submit(shown.all("form")[0] ?? "none");

describe("the dialog of an act", () => {
  it("O-CONSOLE-22: says what will happen before it asks why, and does it with the preview's token and the reason", async () => {
    const { shown, confirms, previews, ends } = await open(REFUND);
    assertEquals(previews(), ['preview {"act":"refund","charge_id":"charge_2","minor":1499}']);
    for (
      const text of [
        "$14.99 goes back to Visa •••• 4242.",
        'An email "Refunded" goes to a•••@mail.example.',
        'A webhook "refundSuccessful" goes to https://shop.example.',
        "This can't be undone.",
      ]
    ) assertStringIncludes(shown.text(), text);
    await shown.type("reason", " Charged twice ");
    await submit(shown);
    assertEquals(confirms(), [`confirm "${PREVIEW.token}" "Charged twice"`]);
    assertStringIncludes(shown.at("act-result").textContent ?? "", "The refund is on its way.");
    assertStringIncludes(shown.text(), "Recorded as row 7 of the audit log.");
    assertEquals(ends, []);
    assert(document.activeElement === (shown.at("act-close") as unknown), "the focus is on what took the form's place");
    await shown.press("act-close");
    assertEquals(ends, ["done 7"]);
    await shown.close();
  });

  it("does nothing without a reason that the log may keep, and says so at the field", async () => {
    const { shown, confirms } = await open(REFUND);
    const few = "Say why, in a few words.";
    const personal = "Leave out email addresses and long numbers.";
    for (
      const [reason, sentence] of [["", few], ["ab", few], ["   ", few], ["for ann＠mail.example", personal], [
        "card 4242—4242—4242—4242",
        personal,
      ]] as const
    ) {
      await shown.type("reason", reason);
      await submit(shown);
      assertEquals([shown.at("reason").getAttribute("aria-invalid"), confirms()], ["true", []]);
      assertStringIncludes(shown.text(), sentence);
    }
    await shown.type("reason", "abc");
    assertEquals(shown.at("reason").getAttribute("aria-invalid"), null);
    await submit(shown);
    assertEquals(confirms().length, 1);
    await shown.close();
  });

  it("a double click does it once", async () => {
    const held = heldCall<Done>();
    const { shown, confirms } = await open(REFUND, { confirm: () => held.promise });
    await shown.type("reason", "Charged twice");
    await submit(shown);
    await submit(shown);
    assertEquals([confirms().length, shown.at("act-confirm").getAttribute("aria-disabled")], [1, "true"]);
    held.answer(DONE);
    await shown.settle();
    assertEquals([shown.has("act-result"), confirms().length], [true, 1]);
    await shown.close();
  });

  it("stays open while the act runs, so that the operator learns how it ends", async () => {
    const held = heldCall<Done>();
    const { shown, ends } = await open(REFUND, { confirm: () => held.promise });
    await shown.type("reason", "Charged twice");
    await submit(shown);
    let isLeft = true;
    await shown.fire("act", "keydown", { key: "Escape", preventDefault: () => isLeft = false });
    assertEquals(isLeft, false);
    await shown.fire("act", "cancel");
    await shown.press(shown.all(".dialog__head button")[0] ?? "none");
    await shown.press(shown.named("Back"));
    assertEquals(ends, []);
    held.answer(DONE);
    await shown.settle();
    assertEquals(shown.has("act-result"), true);
    await shown.fire("act", "cancel");
    assertEquals(ends, ["done 7"]);
    await shown.close();
  });

  it("after a lost answer the same token is sent again, and the sentence says that this is safe", async () => {
    const ends: (() => Promise<Done>)[] = [() => Promise.reject(new NetworkError("down")), () => Promise.resolve(DONE)];
    const { shown, confirms } = await open(REFUND, { confirm: () => ends.shift()?.() ?? Promise.reject(new Error()) });
    await shown.type("reason", "Charged twice");
    await submit(shown);
    assertStringIncludes(shown.at("act-error").textContent ?? "", "we don't know whether it was done");
    assertStringIncludes(shown.at("act-error").textContent ?? "", "at most once");
    await submit(shown);
    assertEquals([new Set(confirms()).size, confirms().length, shown.has("act-result")], [1, 2, true]);
    await shown.close();
  });

  it("what changed meanwhile is previewed again before it can be confirmed", async () => {
    for (const code of ["state_changed", "preview_expired"] as const) {
      let round = 0;
      const preview = (): Promise<Preview> => Promise.resolve({ ...PREVIEW, token: String(++round).repeat(43) });
      const { shown, confirms, previewed } = await open(REFUND, {
        preview,
        confirm: () => confirms().length === 1 ? Promise.reject(refused(409, code)) : Promise.resolve(DONE),
      });
      await shown.type("reason", "Charged twice");
      await submit(shown);
      await previewed();
      assertStringIncludes(shown.at("act-error").textContent ?? "", "Nothing was done");
      await submit(shown);
      assertEquals(confirms().map((line) => line.slice(9, 10)), ["1", "2"]);
      await shown.close();
    }
  });

  it("a refusal is shown in words, and no new preview is requested", async () => {
    const { shown, previews } = await open(CANCEL, { confirm: () => Promise.reject(refused(403, "role_forbids")) });
    await shown.type("reason", "Customer asked");
    await submit(shown);
    assertEquals(shown.at("act-error").textContent, "Your role doesn't allow this. Ask an owner.");
    assertEquals(previews().length, 1);
    await shown.close();
  });

  it("an act that is refused at its preview says in one sentence why, and when it will be possible", async () => {
    const { shown } = await open(RESEND, {
      preview: () => Promise.reject(refused(429, "sent_recently", { at: "2026-11-25T14:05:09.000Z" })),
    });
    const sentence = "A link was already sent. You can send another one from Nov 25, 2026, 14:05:09 UTC.";
    assertEquals(shown.at("act-error").textContent, sentence);
    assertEquals([shown.has("act-preview"), shown.text().includes("Try again")], [false, false]);
    assertEquals(shown.at("act-confirm").hasAttribute("disabled"), true);
    await shown.close();
    const limited = await open(RESEND, {
      preview: () => Promise.reject(refused(429, "too_many", { at: "2026-11-25T14:05:09.000Z" })),
    });
    assertEquals(
      limited.shown.at("act-error").textContent,
      "Too many requests. The next one is possible from Nov 25, 2026, 14:05:09 UTC on.",
    );
    await limited.shown.close();
    const confirmed = await open(RESEND, {
      confirm: () => Promise.reject(refused(429, "sent_recently", { at: "2026-11-25T14:05:09.000Z" })),
    });
    await confirmed.shown.type("reason", "Customer lost it");
    await submit(confirmed.shown);
    assertEquals(confirmed.shown.text().split("A link was already sent").length, 2);
    assertEquals(confirmed.shown.at("act-error").textContent, sentence);
    await confirmed.shown.close();
  });

  it("the refusal of one amount is not shown for another", async () => {
    const { shown, asked } = await open(REFUND, {
      preview: (request) =>
        "minor" in request && request.minor === 1499
          ? Promise.reject(refused(409, "refund_too_large"))
          : Promise.resolve(PREVIEW),
    });
    assertStringIncludes(shown.at("act-error").textContent ?? "", "more than can be refunded");
    await shown.type("act-amount", "5.00");
    await asked(2);
    assertEquals([shown.has("act-error"), shown.has("act-preview")], [false, true]);
    await shown.close();
  });

  it("a preview that failed can be asked for again, and until then nothing can be confirmed", async () => {
    let fails = true;
    const { shown, previewed } = await open(CANCEL, {
      preview: () => fails ? Promise.reject(new NetworkError("down")) : Promise.resolve({ ...PREVIEW, act: "cancel" }),
    });
    assertEquals(shown.at("act-confirm").hasAttribute("disabled"), true);
    assertStringIncludes(shown.text(), "We couldn't reach the server");
    fails = false;
    await shown.press("act-again");
    await previewed();
    assertEquals([shown.at("act-confirm").hasAttribute("disabled"), shown.has("act-error")], [false, false]);
    await shown.close();
  });

  it("a partial amount is previewed as it is typed, and text that is not an amount is refused at the field", async () => {
    const { shown, asked, previews } = await open(REFUND);
    await shown.type("act-amount", "15.00");
    assertEquals(shown.at("act-amount").getAttribute("aria-invalid"), "true");
    assertStringIncludes(shown.text(), "Enter an amount up to $14.99, such as 14.99.");
    assertEquals(shown.at("act-confirm").hasAttribute("disabled"), true);
    await shown.type("act-amount", "5");
    await asked(2);
    assertEquals(previews()[1], 'preview {"act":"refund","charge_id":"charge_2","minor":500}');
    assertEquals(shown.at("act-confirm").hasAttribute("disabled"), false);
    await shown.close();
  });

  it("a dispute is contested with evidence, or accepted without", async () => {
    const request: ActRequest = {
      act: "answer_dispute",
      dispute_id: "d1",
      answer: "contest",
      evidence: "They agreed.",
    };
    const { shown, asked, previews } = await open({ request, about: "Fraudulent" });
    await shown.type("act-evidence", " ");
    await asked(2);
    assertEquals(shown.at("act-confirm").hasAttribute("disabled"), true);
    await shown.press(shown.all("input[value=accept]")[0] ?? "none");
    await asked(3);
    assertEquals([shown.has("act-evidence"), shown.at("act-confirm").hasAttribute("disabled")], [false, false]);
    assertStringIncludes(previews()[2] ?? "", '"answer":"accept","evidence":""');
    await shown.close();
  });

  it("evidence that is too long is kept whole and says by how much, and cannot be sent", async () => {
    const request: ActRequest = { act: "answer_dispute", dispute_id: "d1", answer: "contest", evidence: "" };
    const { shown, asked, previews } = await open({ request, about: "Fraudulent" });
    const field = () => shown.at("act-evidence");
    await shown.type("act-evidence", "e".repeat(5_200));
    assertEquals(String(Reflect.get(field(), "value")).length, 5_200);
    assertEquals([field().getAttribute("maxlength"), field().getAttribute("aria-invalid")], [null, "true"]);
    assertStringIncludes(shown.text(), "Keep this to 4,000 characters. It's 1,200 over.");
    assertStringIncludes(shown.text(), "Correct the field above to see what will happen.");
    assertEquals(shown.at("act-confirm").hasAttribute("disabled"), true);
    await shown.type("act-evidence", "e".repeat(4_000));
    await asked(2);
    assertStringIncludes(previews()[1] ?? "", `"evidence":"${"e".repeat(4_000)}"`);
    assertEquals([field().getAttribute("aria-invalid"), shown.text().includes("Keep this to")], [null, false]);
    await shown.close();
  });

  it("a pause asks for how long", async () => {
    const { shown, asked, previews } = await open({
      request: { act: "pause", purchase_id: "sub_1", months: 1 },
      about: "Weekly plan",
    });
    await shown.type("act-months", "3");
    await asked(2);
    assertEquals(previews()[1], 'preview {"act":"pause","purchase_id":"sub_1","months":3}');
    await shown.close();
  });

  it("an act that the server retries says so, and a file is downloaded without another press", async () => {
    const { shown } = await open({ request: { act: "export", customer_id: "acc-ada" }, about: "Ada" }, {
      confirm: () => Promise.resolve({ ...DONE, act: "export", state: "pending", download: "/api/admin/exports/t" }),
    });
    await shown.type("reason", "GDPR Art. 15");
    await submit(shown);
    assertStringIncludes(shown.text(), "It's recorded. The server retries until it's done");
    assertEquals(shown.named("Download the file again").getAttribute("href"), "/api/admin/exports/t");
    await shown.close();
  });

  it("opens with the focus in its first field", async () => {
    const { shown } = await open(CANCEL);
    assertEquals(globalThis.document.activeElement?.getAttribute("data-testid"), "reason");
    await shown.close();
  });
});

describe("the acts of a row", () => {
  async function openRow(possible: readonly ("refund" | "cancel")[], may: readonly string[]) {
    const server = fakeServer();
    const session = await server.calls.session();
    const own = fakeServer({
      session: () => Promise.resolve({ ...session, may } as typeof session),
    });
    let reloads = 0;
    const shown = await show(
      inSession(
        own,
        (
          <Acts onDone={() => void reloads++}>
            <ActButtons possible={possible} intents={[REFUND, CANCEL]} of="Weekly plan" />
          </Acts>
        ),
      ),
    );
    return { shown, reloads: () => reloads };
  }
  const names = (shown: Shown) => shown.all("button").map((button) => button.getAttribute("aria-label"));

  it("are those that state and role both allow", async () => {
    const cases = [
      [["refund", "cancel"], ["refund", "cancel"], ["Refund: Weekly plan", "Cancel plan: Weekly plan"]],
      [["refund"], ["refund", "cancel"], ["Refund: Weekly plan"]],
      [["refund", "cancel"], ["cancel"], ["Cancel plan: Weekly plan"]],
      [[], ["refund", "cancel"], []],
    ] as const;
    for (const [possible, may, expected] of cases) {
      const { shown } = await openRow(possible, may);
      assertEquals(names(shown), [...expected]);
      await shown.close();
    }
  });

  it("the dialog goes away when the address leads to another customer", async () => {
    const server = fakeServer();
    const shown = await show(
      inSession(
        server,
        <>
          <Link to="/customers/acc-ada" data-testid="other">Ada</Link>
          <Acts onDone={() => undefined}>
            <ActButtons possible={["cancel"]} intents={[CANCEL]} />
          </Acts>
        </>,
      ),
    );
    await shown.press("act-cancel");
    assertEquals(shown.has("act"), true);
    await shown.press("other");
    assertEquals(shown.has("act"), false);
    await shown.close();
  });

  it("an act that was done reloads the page; one that was abandoned does not", async () => {
    const { shown, reloads } = await openRow(["cancel"], ["cancel"]);
    await shown.press("act-cancel");
    await shown.press(shown.named("Back"));
    assertEquals([shown.has("act"), reloads()], [false, 0]);
    await shown.press("act-cancel");
    await until(shown.settle, () => !shown.at("act-confirm").hasAttribute("disabled"));
    await shown.type("reason", "Customer asked");
    await submit(shown);
    assert(shown.has("act-result"));
    await shown.press("act-close");
    assertEquals([shown.has("act"), reloads()], [false, 1]);
    await shown.close();
  });
});
