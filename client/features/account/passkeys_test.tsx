/** The account's passkeys: added with the device, removed after a question, and every failure says what is safe. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
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
    loads[1]?.fail(new ResponseError(500, ""));
    await shown.settle();
    story.add("failed");
    await shown.press(shown.named("Try again"));
    loads[2]?.answer([]);
    await shown.settle();
    story.add("none yet");
    await story.compare("passkeys_loading");
  });

  it("one is added while the device is asked; a second failure changes nothing", async () => {
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
    adding.fail(new ResponseError(500, ""));
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
    removing.fail(new ResponseError(500, ""));
    await shown.settle();
    story.add("failed");
    removing = heldCall();
    await shown.press("passkey-confirm");
    removing.answer();
    await shown.settle();
    story.add("removed");
    assertEquals(removed, ["p2", "p2", "p2"]);
    await story.compare("passkeys_removing");
  });
});
