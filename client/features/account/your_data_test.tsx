/** Own number, export and deletion: each call's wait, result and failure, and what was sent. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { heldCall, openStory, show } from "../../../tests/support/app/component.ts";
import { NetworkError, ResponseError } from "../../api/http.ts";
import { phoneText } from "../../lib/phone/phone_text.ts";
import type { PhoneValue } from "../../ui/controls/PhoneField.tsx";
import { AccountDeletion } from "./AccountDeletion.tsx";
import { YourData } from "./YourData.tsx";

function openPorts() {
  const calls: unknown[] = [];
  let held = heldCall<string>();
  const next = () => held = heldCall<string>();
  const ask = (what: unknown) => {
    calls.push(what);
    return held.promise;
  };
  return {
    calls,
    next,
    answer: (text = "") => held.answer(text),
    fail: (error: Error) => held.fail(error),
    props: {
      saveOwnNumber: (value: PhoneValue) => ask(value),
      saveExport: async () => void await ask("export"),
    },
    deleteAll: async () => await ask("delete") === "",
    onLeave: () => Promise.resolve(void calls.push("leave")),
  };
}

const yourData = (ports: ReturnType<typeof openPorts>, ownNumber = "+1 650-253-0000") => (
  <YourData ownNumber={ownNumber} country="US" {...ports.props} />
);
const open = (ports: ReturnType<typeof openPorts>) => show(yourData(ports));

describe("the member's own data", () => {
  it("the own number is saved, forgotten, and kept when the call fails", async () => {
    const ports = openPorts();
    const shown = await open(ports);
    const story = openStory(shown);
    story.add("at first");
    await shown.press("own-number-edit");
    story.add("the field");
    await shown.type("own-number", "+1 650-253-0001");
    await shown.focus("own-number-save");
    await shown.press("own-number-save");
    story.add("saving");
    ports.answer("+1 650-253-0001");
    await shown.settle();
    assertEquals(document.activeElement?.textContent, "Your number has been saved.");
    story.add("saved");
    ports.next();
    await shown.press("own-number-edit");
    await shown.type("own-number", "");
    await shown.press("own-number-save");
    ports.answer("");
    await shown.settle();
    story.add("forgotten");
    ports.next();
    await shown.press("own-number-edit");
    await shown.type("own-number", "+44 20 7946 0000");
    await shown.press("own-number-save");
    ports.fail(new NetworkError("down"));
    await shown.settle();
    story.add("no answer");
    ports.next();
    await shown.press("own-number-save");
    ports.fail(new ResponseError(409, ""));
    await shown.settle();
    story.add("failed");
    assertEquals(ports.calls.map((value) => (value as PhoneValue).phoneNumber), [
      "+1 650-253-0001",
      "",
      "+44 20 7946 0000",
      "+44 20 7946 0000",
    ]);
    await story.compare("own_number");
  });

  it("a newer profile shows in the row and in its field, unless that was typed into", async () => {
    const ports = openPorts();
    const shown = await show(yourData(ports, ""));
    const written = () => Reflect.get(shown.at("own-number"), "value");
    assertStringIncludes(shown.text(), "Lets us spot scammers");
    await shown.press("own-number-edit");
    await shown.render(yourData(ports, "+16502530000"));
    assertStringIncludes(shown.text(), phoneText("+16502530000"));
    assertEquals(written(), "+16502530000");
    await shown.type("own-number", "650 253");
    await shown.render(yourData(ports, "+16502530001"));
    assertEquals(written(), "650 253");
    await shown.close();
  });

  it("a profile from before the save does not take the number back", async () => {
    const ports = openPorts();
    const shown = await open(ports);
    await shown.press("own-number-edit");
    await shown.type("own-number", "+16502530001");
    await shown.press("own-number-save");
    ports.answer("+16502530001");
    await shown.settle();
    await shown.render(yourData(ports, ""));
    assertStringIncludes(shown.text(), phoneText("+16502530001"));
    await shown.press("own-number-edit");
    assertEquals(Reflect.get(shown.at("own-number"), "value"), "+16502530001");
    await shown.close();
  });

  it("a copy of everything is made by one press", async () => {
    const ports = openPorts();
    const shown = await open(ports);
    const story = openStory(shown);
    await shown.press("export");
    story.add("packing");
    ports.answer();
    await shown.settle();
    ports.next();
    await shown.press("export");
    ports.fail(new ResponseError(409, ""));
    await shown.settle();
    story.add("failed");
    assertEquals(ports.calls, ["export", "export"]);
    await story.compare("export");
  });

  it("the account is deleted after a question only", async () => {
    const ports = openPorts();
    const shown = await show(<AccountDeletion deleteAll={ports.deleteAll} onLeave={ports.onLeave} />);
    const story = openStory(shown);
    await shown.press("delete");
    story.add("the question");
    await shown.press(shown.named("Keep my account"));
    assertEquals([shown.has("delete-confirm"), ports.calls], [false, []]);
    await shown.press("delete");
    await shown.press("delete-confirm");
    story.add("deleting");
    ports.fail(new ResponseError(409, ""));
    await shown.settle();
    story.add("failed");
    ports.next();
    await shown.press("delete-confirm");
    ports.answer();
    await shown.settle();
    story.add("deleted: the page has left by now");
    assertEquals(ports.calls, ["delete", "delete", "leave"]);
    await story.compare("deletion");
  });

  it("a sign-in that the provider keeps is named, with the way to end it", async () => {
    const ports = openPorts();
    const shown = await show(<AccountDeletion deleteAll={ports.deleteAll} onLeave={ports.onLeave} />);
    const story = openStory(shown);
    await shown.press("delete");
    await shown.press("delete-confirm");
    ports.answer("the sign-in stays");
    await shown.settle();
    story.add("the sign-in stays");
    assertEquals(ports.calls, ["delete"]);
    await shown.press("delete-leave");
    assertEquals(ports.calls, ["delete", "leave"]);
    await story.compare("deletion_sign_in_stays");
  });
});
