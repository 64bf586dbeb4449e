/** The console's session: in by passkey or link, ended by any call, and back to the same page. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { heldCall, show } from "../../../tests/support/app/component.ts";
import { NetworkError } from "../../api/http.ts";
import type { ConsoleSession } from "../../../server/wire/admin/sign_in.ts";
import { fakeServer, refused, SIGNED_OUT } from "../testing/fake_calls.ts";
import { CUSTOMER } from "../testing/samples/customer.ts";
import { SESSION } from "../testing/samples/session.ts";
import { until } from "../testing/until.ts";
import { consoleAt } from "../testing/show_console.tsx";
import { forgetSearch } from "./search_store.ts";
import { rememberPlace, takePlace } from "./place.ts";

const OUT: ConsoleSession = { ...SIGNED_OUT, ways: { ...SIGNED_OUT.ways } };

describe("the console's sign-in", () => {
  it("asks the device for a passkey, and shows the page", async () => {
    const held = heldCall<unknown>();
    const server = fakeServer({ session: () => Promise.resolve(OUT) });
    const shown = await show(consoleAt(server, { device: { answerWithPasskey: () => held.promise } }));
    assertEquals(shown.all("h1").map((title) => title.textContent), ["Operator's console"]);
    await shown.press("sign-in-passkey");
    await shown.press("sign-in-passkey");
    assertEquals(shown.at("sign-in-passkey").getAttribute("aria-disabled"), "true");
    held.answer({ id: "p1" });
    await shown.settle();
    assertEquals(server.made, ["session", "passkeyOptions", 'signInWithPasskey {"id":"p1"}']);
    assertEquals(shown.all("h1").map((title) => title.textContent), ["Find a customer"]);
    await shown.close();
  });

  it("a refusal and a closed prompt are shown in words, and the next try works", async () => {
    const ends = [refused(401, "sign_in_refused"), Object.assign(new Error("no"), { name: "NotAllowedError" })];
    const server = fakeServer({
      session: () => Promise.resolve(OUT),
      signInWithPasskey: () => {
        const end = ends.shift();
        return end === undefined ? Promise.resolve(SESSION) : Promise.reject(end);
      },
    });
    const shown = await show(consoleAt(server));
    await shown.press("sign-in-passkey");
    assertStringIncludes(shown.at("sign-in-error").textContent ?? "", "That sign-in didn't work.");
    await shown.press("sign-in-passkey");
    assertStringIncludes(shown.at("sign-in-error").textContent ?? "", "No passkey was used.");
    await shown.press("sign-in-passkey");
    assertEquals(shown.has("search"), true);
    await shown.close();
  });

  it("says how a sign-in at the provider ended: not an operator, not verified, not reached, or too many", async () => {
    const ends = [
      ["#refused", "That account can't use this console."],
      ["#unverified", "We couldn't verify that sign-in."],
      ["#provider-down", "We couldn't reach the sign-in service."],
      ["#too-many", "Too many sign-ins from your network."],
      ["#constructor", undefined],
    ] as const;
    for (const [fragment, sentence] of ends) {
      globalThis.location.hash = fragment;
      const shown = await show(consoleAt(fakeServer({ session: () => Promise.resolve(OUT) })));
      assertEquals(shown.has("sign-in-error"), sentence !== undefined, fragment);
      assertStringIncludes(shown.text(), sentence ?? "Operator's console");
      await shown.close();
    }
    globalThis.location.hash = "";
  });

  it("offers only the ways that are set up", async () => {
    const cases = [
      [{ passkey: true, oidc: null }, [true, false]],
      [{ passkey: false, oidc: { name: "Example Login" } }, [false, true]],
      [{ passkey: false, oidc: null }, [false, false]],
    ] as const;
    for (const [ways, expected] of cases) {
      const shown = await show(consoleAt(fakeServer({ session: () => Promise.resolve({ signed_in: false, ways }) })));
      assertEquals([shown.has("sign-in-passkey"), shown.has("sign-in-oidc")], [...expected]);
      assertEquals(shown.text().includes("No sign-in method is set up"), expected.every((has) => !has));
      assertEquals(shown.text().includes("Example Login"), ways.oidc !== null);
      await shown.close();
    }
  });

  it("the provider's button works again when the browser comes back to the page as it was left", async () => {
    const ways = { passkey: false, oidc: { name: "Example Login" } };
    const left: unknown[] = [];
    Object.defineProperty(globalThis.location, "assign", {
      value: (to: unknown) => left.push(to),
      configurable: true,
    });
    const shown = await show(consoleAt(fakeServer({ session: () => Promise.resolve({ signed_in: false, ways }) })));
    const isBusy = () => shown.at("sign-in-oidc").getAttribute("aria-disabled") === "true";
    await shown.press("sign-in-oidc");
    assertEquals([isBusy(), left.length], [true, 1]);
    await shown.change(() => void dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })));
    assertEquals(isBusy(), false);
    await shown.close();
    Reflect.deleteProperty(globalThis.location, "assign");
  });

  it("a session that ended leads to the sign-in, and from there back to the same page", async () => {
    let isOver = true;
    const sessions = [SESSION, OUT];
    const server = fakeServer({
      session: () => Promise.resolve(sessions.shift() ?? OUT),
      customer: () => isOver ? Promise.reject(refused(401, "sign_in_first")) : Promise.resolve(CUSTOMER),
      signInWithPasskey: () => {
        isOver = false;
        return Promise.resolve(SESSION);
      },
    });
    const shown = await show(consoleAt(server, { at: "/customers/acc-ada" }));
    await shown.settle();
    assertStringIncludes(shown.at("session-ended").textContent ?? "", "Your session has ended.");
    await shown.press("sign-in-passkey");
    await shown.settle();
    assertEquals(shown.all("h1").map((title) => title.textContent), ["a•••@mail.example"]);
    await shown.close();
  });

  it("O-CONSOLE-33: an untouched page, and one in another tab, are cleared once the session is over", async () => {
    for (const how of ["its time", "another tab"]) {
      const soon = { ...SESSION, ends_at: SESSION.now, now: SESSION.now } as const;
      const open = how === "its time" ? soon : SESSION;
      // The first question finds that another tab has prolonged it.
      const sessions: (typeof SESSION | Error)[] = how === "its time" ? [open, soon] : [open, new NetworkError("down")];
      const server = fakeServer({
        session: () => {
          const next = sessions.shift() ?? OUT;
          return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
        },
        customer: () => Promise.resolve(CUSTOMER),
      });
      const shown = await show(consoleAt(server, { at: "/customers/acc-ada" }));
      await shown.settle();
      assertEquals(shown.all("h1").map((title) => title.textContent), ["a•••@mail.example"], how);
      if (how === "another tab") {
        for (const stays of [true, false]) {
          await shown.change(() => {
            document.dispatchEvent(new (document.defaultView ?? globalThis).Event("visibilitychange"));
          });
          await shown.settle();
          assertEquals(shown.text().includes("mail.example"), stays, "a lost network takes no page");
        }
      } else {
        await until(() => shown.settle(), () => shown.has("session-ended"));
      }
      assertEquals([shown.has("session-ended"), shown.text().includes("mail.example")], [true, false], how);
      await shown.close();
    }
  });

  /** The customer's page, with what is typed in one of its dialogs when the session ends; then the next sign-in. */
  async function signInAgain(
    open: string,
    typed: Readonly<Record<string, string>>,
    { by = SESSION, submits = false }: { readonly by?: typeof SESSION; readonly submits?: boolean } = {},
  ) {
    const sessions: ConsoleSession[] = [SESSION];
    const server = fakeServer({
      session: () => Promise.resolve(sessions.shift() ?? OUT),
      signInWithPasskey: () => Promise.resolve(by),
      confirm: () => new Promise<never>(() => {}),
    });
    const shown = await show(consoleAt(server, { at: "/customers/acc-ada" }));
    await shown.settle();
    await shown.press(open);
    if (submits) await until(() => shown.settle(), () => !shown.at("act-confirm").hasAttribute("disabled"));
    for (const [field, text] of Object.entries(typed)) await shown.type(field, text);
    if (submits) await shown.submit(shown.all("dialog form")[0] ?? "none");
    await shown.change(() => {
      document.dispatchEvent(new (document.defaultView ?? globalThis).Event("visibilitychange"));
    });
    await shown.settle();
    assertEquals([shown.has("session-ended"), shown.has("reason")], [true, false]);
    await shown.press("sign-in-passkey");
    await shown.settle();
    assertEquals(shown.all("h1").map((title) => title.textContent), ["a•••@mail.example"]);
    const fields = () => Object.keys(typed).map((field) => shown.has(field) && valueOf(shown.at(field)));
    return { shown, fields };
  }
  const valueOf = (field: unknown) => (field as { readonly value: string }).value;

  it("O-CONSOLE-34: what was typed in a dialog when the session ended is there again after the next sign-in", async () => {
    const typed = { "act-amount": "3.50", "reason": "Charged twice" };
    const { shown, fields } = await signInAgain("act-refund", typed);
    assertEquals(fields(), ["3.50", "Charged twice"]);
    await shown.press(shown.named("Back"));
    await shown.press("act-refund");
    assertEquals(fields(), ["14.99", ""], "a dialog that was closed opens empty");
    await shown.close();
    const reveal = await signInAgain("reveal-email", { reason: "Customer called" });
    assertEquals([reveal.fields(), reveal.shown.all("dialog").length], [["Customer called"], 1]);
    await reveal.shown.press(reveal.shown.named("Back"));
    await reveal.shown.press("reveal-email");
    assertEquals(reveal.fields(), [""]);
    await reveal.shown.close();
  });

  it("O-CONSOLE-34: another operator finds no dialog, nor does one whose act was running: its end is not known", async () => {
    const another = { ...SESSION, operator: { ...SESSION.operator, id: "op_2" } };
    const ends = [{ by: another }, { submits: true }];
    for (const end of ends) {
      const { shown, fields } = await signInAgain("act-refund", { reason: "Charged twice" }, end);
      assertEquals(fields(), [false]);
      await shown.close();
    }
    assertEquals(sessionStorage.getItem("console_draft"), null, "nothing stays");
  });

  it("another operator finds neither the last search nor what was typed, and the same operator finds both", async () => {
    const another: ConsoleSession = { ...SESSION, operator: { ...SESSION.operator, id: "op_2" } };
    for (const [next, stays] of [[SESSION, true], [another, false]] as const) {
      for (const way of ["the session ended", "another tab"]) {
        forgetSearch();
        const sessions: ConsoleSession[] = way === "another tab" ? [SESSION, next] : [SESSION];
        const server = fakeServer({
          session: () => Promise.resolve(sessions.shift() ?? OUT),
          signInWithPasskey: () => Promise.resolve(next),
        });
        const shown = await show(consoleAt(server));
        await shown.type("search", "ada@mail.example");
        await shown.submit(shown.all("form[role=search]")[0] ?? "none");
        await shown.settle();
        assertEquals(shown.has("open-customer"), true);
        await shown.change(() => {
          document.dispatchEvent(new (document.defaultView ?? globalThis).Event("visibilitychange"));
        });
        await shown.settle();
        if (way !== "another tab") await shown.press("sign-in-passkey");
        await shown.settle();
        assertEquals([shown.has("open-customer"), valueOf(shown.at("search"))], [
          stays,
          stays ? "ada@mail.example" : "",
        ]);
        await shown.close();
      }
    }
    forgetSearch();
  });

  it("a server that does not answer is said in a sentence, and the retry opens the page", async () => {
    let fails = true;
    const shown = await show(
      consoleAt(fakeServer({
        session: () => fails ? Promise.reject(new NetworkError("down")) : Promise.resolve(SESSION),
      })),
    );
    assertStringIncludes(shown.at("failure").textContent ?? "", "We couldn't reach the server.");
    fails = false;
    await shown.press("again");
    assertEquals(shown.has("search"), true);
    await shown.close();
  });

  it("signing out ends the session, and a failed one keeps it", async () => {
    const sessions: ConsoleSession[] = [SESSION, OUT];
    let fails = true;
    const server = fakeServer({
      session: () => Promise.resolve(sessions.shift() ?? OUT),
      signOut: () => fails ? Promise.reject(new NetworkError("down")) : Promise.resolve(),
    });
    const shown = await show(consoleAt(server));
    await shown.press("sign-out");
    assertEquals([shown.has("search"), shown.all("[role=alert]")[0]?.textContent], [
      true,
      "We couldn't reach the server. Check your connection and try again.",
    ]);
    fails = false;
    await shown.press("sign-out");
    assertEquals([shown.has("search"), shown.has("sign-in-passkey"), shown.has("session-ended")], [false, true, false]);
    await shown.close();
  });
});

describe("an enrolment link", () => {
  it("creates a passkey on this device, under a name, and signs in", async () => {
    const server = fakeServer({ session: () => Promise.resolve(OUT) });
    const shown = await show(consoleAt(server, { at: "/enrol" }));
    await shown.type("enrol-name", "");
    assertEquals(shown.at("enrol").hasAttribute("disabled"), true);
    await shown.type("enrol-name", " Laptop ");
    await shown.submit(shown.all("form")[0] ?? "none");
    assertEquals(server.made.slice(1), ['enrolOptions ""', 'enrol "" {"id":"p"} "Laptop"']);
    assertEquals(shown.all("h1").map((title) => title.textContent), ["Find a customer"]);
    await shown.close();
  });

  it("that was used says what to do", async () => {
    const server = fakeServer({ enrolOptions: () => Promise.reject(refused(404, "link_used")) });
    const shown = await show(consoleAt(server, { at: "/enrol" }));
    await shown.submit(shown.all("form")[0] ?? "none");
    assertStringIncludes(shown.at("enrol-error").textContent ?? "", "Ask an owner for a new one.");
    await shown.close();
  });
});

describe("the place before an identity provider", () => {
  const KEY = "console_place";
  it("is taken once, and only within the console", () => {
    const cases: readonly (readonly [string, string | undefined])[] = [
      ["/admin/customers/acc-ada", "/customers/acc-ada"],
      ["/admin", "/"],
      ["/admin/", "/"],
      ["/adminx", undefined],
      ["//evil.example/admin", undefined],
      ["https://evil.example", undefined],
    ];
    for (const [kept, expected] of cases) {
      sessionStorage.setItem(KEY, kept);
      assertEquals([kept, takePlace(), takePlace()], [kept, expected, undefined]);
    }
  });

  it("is remembered as the path that the window is at", () => {
    rememberPlace();
    assertEquals(sessionStorage.getItem(KEY), location.pathname);
    assertEquals(takePlace(), undefined);
  });
});
