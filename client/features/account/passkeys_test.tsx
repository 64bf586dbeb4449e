/** The account's passkeys: added with the device, removed after a question, and every failure says what is safe. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Passkey } from "../../../server/wire/passkeys.ts";
import { heldCall, openStory, show } from "../../../tests/support/app/component.ts";
import { NetworkError, ResponseError } from "../../api/http.ts";
import { Passkeys, type PasskeysProps } from "./Passkeys.tsx";

const LAPTOP: Passkey = {
  id: "p1",
  name: "Chrome, Linux",
  created_at: "2027-01-31T10:00:00.000Z",
  used_at: null,
  synced: false,
};
const PHONE: Passkey = {
  ...LAPTOP,
  id: "p2",
  name: "Safari, iPhone",
  used_at: "2027-02-09T10:00:00.000Z",
  synced: true,
};

const open = (ports: Partial<PasskeysProps>) =>
  show(
    <Passkeys
      load={ports.load ?? (() => Promise.resolve([LAPTOP, PHONE]))}
      add={ports.add ?? (() => Promise.resolve(PHONE))}
      confirm={ports.confirm ?? []}
      remove={ports.remove ?? (() => Promise.resolve())}
    />,
  );

describe("the account's passkeys", () => {
  it("are loaded, and a failed load can be repeated", async () => {
    const loads = Array.from({ length: 3 }, () => heldCall<readonly Passkey[]>());
    let at = 0;
    const shown = await open({ load: () => loads[at++]?.promise ?? Promise.resolve([]) });
    const story = openStory(shown);
    story.add("loading");
    loads[0]?.fail(new NetworkError("down"));
    await shown.settle();
    story.add("no answer");
    await shown.press(shown.named("Try again"));
    story.add("loading again");
    loads[1]?.fail(new ResponseError(409, ""));
    await shown.settle();
    story.add("failed");
    await shown.press(shown.named("Try again"));
    loads[2]?.answer([]);
    await shown.settle();
    story.add("none yet");
    await story.compare("passkeys_loading");
  });

  it("an old sign-in is confirmed in place, and the passkey is then added without another press", async () => {
    let isConfirmed = false;
    const calls: string[] = [];
    const stale = new ResponseError(403, { error: "Confirm it's you.", code: "passkey_sign_in_again" });
    const shown = await open({
      load: () => Promise.resolve([]),
      add: () => {
        calls.push("add");
        return isConfirmed ? Promise.resolve(LAPTOP) : Promise.reject(stale);
      },
      confirm: [
        {
          label: "Continue with Google",
          run: () => {
            calls.push("confirm");
            isConfirmed = true;
            return Promise.resolve("");
          },
        },
        { label: "Use a passkey", needsPasskey: true, run: () => Promise.resolve("") },
      ],
    });
    await shown.press("passkey-add");
    assertMatch(shown.text(), /Confirm it's you/);
    // The account has no passkey yet.
    assert(!shown.text().includes("Use a passkey"), shown.text());
    await shown.press(shown.named("Continue with Google"));
    await shown.settle();
    assertEquals(calls, ["add", "confirm", "add"]);
    assertMatch(shown.text(), /Passkey saved/);
    assert(!shown.text().includes("Confirm it's you"), shown.text());
  });

  it("a confirmation that has begun is waited for: it would add the passkey after its dialog was closed", async () => {
    const held = heldCall<string>();
    const stale = new ResponseError(403, { error: "Confirm it's you.", code: "passkey_sign_in_again" });
    const shown = await open({
      load: () => Promise.resolve([]),
      add: () => Promise.reject(stale),
      confirm: [{ label: "Continue with Google", run: () => held.promise }],
    });
    await shown.press("passkey-add");
    await shown.press(shown.named("Continue with Google"));
    await shown.fire("passkey-confirm-dialog", "cancel");
    assertEquals(shown.has("passkey-confirm-dialog"), true);
    held.fail(new NetworkError("down"));
    await shown.settle();
    await shown.fire("passkey-confirm-dialog", "cancel");
    assertEquals(shown.has("passkey-confirm-dialog"), false);
  });

  it("a confirmation that fails or needs an email says so and adds nothing", async () => {
    const calls: string[] = [];
    const explain = (reason: unknown) =>
      Promise.resolve(reason instanceof Error && reason.message === "closed" ? "You closed the window." : "");
    const failing = (reason: Error) => () => Promise.reject(reason);
    const ways = [
      { label: "Continue with Apple", run: failing(new Error("closed")), explain },
      { label: "Continue with Google", run: failing(new NetworkError("down")), explain },
      { label: "Use a passkey", run: failing(new ResponseError(422, { error: "That didn't work." })) },
      { label: "Email me a link", run: () => Promise.resolve("We've sent a link.") },
    ];
    const shown = await open({
      add: () => {
        calls.push("add");
        return Promise.reject(new ResponseError(403, { error: "Confirm it's you.", code: "passkey_sign_in_again" }));
      },
      confirm: ways,
    });
    await shown.press("passkey-add");
    await shown.press(shown.named("Continue with Apple"));
    assertMatch(shown.text(), /You closed the window\./);
    assert(!shown.text().includes("couldn't reach our server"), shown.text());
    await shown.press(shown.named("Continue with Google"));
    assertMatch(shown.text(), /We couldn't reach our server\. Nothing has changed\./);
    await shown.press(shown.named("Use a passkey"));
    assertMatch(shown.text(), /That didn't work\./);
    await shown.press(shown.named("Email me a link"));
    assertMatch(shown.text(), /We've sent a link\./);
    assertEquals(calls, ["add"]);
  });

  it("a second failure while the device is asked for one changes nothing", async () => {
    let adding = heldCall<Passkey>();
    const shown = await open({ load: () => Promise.resolve([LAPTOP]), add: () => adding.promise });
    const story = openStory(shown);
    await shown.press("passkey-add");
    story.add("the device is asked");
    adding.answer(PHONE);
    await shown.settle();
    story.add("added");
    adding = heldCall();
    await shown.press("passkey-add");
    adding.fail(new ResponseError(409, ""));
    await shown.settle();
    story.add("the next one failed");
    adding = heldCall();
    await shown.press("passkey-add");
    story.add("the device is asked again");
    adding.fail(Object.assign(new Error("no"), { name: "NotAllowedError" }));
    await shown.settle();
    story.add("the member refused");
    await story.compare("passkeys_adding");
  });

  it("the chosen one is removed after a question, and no other", async () => {
    let removing = heldCall<void>();
    const removed: string[] = [];
    const shown = await open({
      remove: (id) => {
        removed.push(id);
        return removing.promise;
      },
    });
    const story = openStory(shown);
    const [, second] = shown.all("[data-testid=passkey-remove]");
    await shown.press(second ?? "none");
    story.add("the question");
    await shown.press(shown.named("Keep it"));
    assertEquals([shown.has("passkey-dialog"), removed], [false, []]);
    await shown.press(second ?? "none");
    await shown.press("passkey-confirm");
    story.add("removing");
    removing.fail(new NetworkError("down"));
    await shown.settle();
    story.add("no answer");
    removing = heldCall();
    await shown.press("passkey-confirm");
    removing.fail(new ResponseError(409, ""));
    await shown.settle();
    story.add("failed");
    removing = heldCall();
    await shown.press("passkey-confirm");
    // As where the row's button had the focus, which goes with its row.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    removing.answer();
    await shown.settle();
    story.add("removed");
    assertEquals(removed, ["p2", "p2", "p2"]);
    assertEquals(document.activeElement?.textContent, "Passkey removed. Your other ways to sign in still work.");
    await story.compare("passkeys_removing");
  });
});
