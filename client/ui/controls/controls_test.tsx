/** Controls in each of their states, and what they report. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { heldCall, openStory, show } from "../../../tests/support/app/component.ts";
import { ErrorNotice, Notice } from "../layout/Notice.tsx";
import { Button, ButtonLink } from "./Button.tsx";
import { ChoiceCard } from "./ChoiceCard.tsx";
import { ConsentRow } from "./ConsentRow.tsx";
import { Dialog } from "./Dialog.tsx";
import { Field, SelectField } from "./Field.tsx";
import { PhoneField, type PhoneValue } from "./PhoneField.tsx";
import { useAction } from "./use_action.ts";

function Saver({ call, isLast }: { readonly call: () => Promise<void>; readonly isLast: boolean }) {
  const { isBusy, error, run } = useAction(call, { sentenceOf: (reason) => `Failed: ${reason}`, isLast });
  return (
    <form onSubmit={(event) => (event.preventDefault(), void run())} data-testid="form">
      <p>{isBusy ? "busy" : "ready"} {error}</p>
    </form>
  );
}

describe("a call behind a button", () => {
  for (const isLast of [false, true]) {
    it(`runs once at a time, and ${isLast ? "not again after it worked" : "again after it worked or failed"}`, async () => {
      let held = heldCall<void>();
      let calls = 0;
      const shown = await show(<Saver isLast={isLast} call={() => (calls++, held.promise)} />);
      const submit = () => shown.submit("form");
      await submit();
      await submit();
      assertEquals([calls, shown.text()], [1, "busy"]);
      held.fail(new Error("x"));
      await shown.settle();
      assertEquals(shown.text(), "ready Failed: Error: x");
      held = heldCall();
      await submit();
      assertEquals([calls, shown.text()], [2, "busy"]);
      held.answer();
      await shown.settle();
      assertEquals(shown.text(), isLast ? "busy" : "ready");
      await submit();
      assertEquals(calls, isLast ? 2 : 3);
      await shown.close();
    });
  }
});

describe("controls", () => {
  it("buttons and links have a type, a state and one class for each appearance", async () => {
    const presses: string[] = [];
    const press = (name: string) => () => void presses.push(name);
    const shown = await show(
      <>
        <Button onClick={press("plain")} testId="b">Quiet</Button>
        <Button kind="primary" type="submit" wide icon="back" label="A longer name">Primary</Button>
        <Button kind="danger" busy="Working" onClick={press("busy")} testId="busy">Danger</Button>
        <Button disabled className="more">Off</Button>
        <ButtonLink to="/next" icon="done" onClick={press("link")} testId="link">Next</ButtonLink>
        <ButtonLink to="/other" kind="plain" wide className="more">Other</ButtonLink>
      </>,
      { path: "/" },
    );
    assertEquals(shown.all("button, a").map((each) => each.className), [
      "button button--quiet",
      "button button--primary button--wide",
      "button button--danger",
      "button button--quiet more",
      "button button--quiet",
      "button button--plain button--wide more",
    ]);
    for (const id of ["b", "busy", "link"]) await shown.press(id);
    assertEquals(presses, ["plain", "link"]);
    const story = openStory(shown);
    story.add("buttons and links");
    await story.compare("buttons");
  });

  it("a form is sent by its button, and not again while that is busy, though Enter presses it", async () => {
    let sent = 0;
    const part = (busy?: string) => (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent += 1;
        }}
      >
        <input />
        <Button type="submit" busy={busy} testId="send">Send</Button>
      </form>
    );
    const shown = await show(part());
    await shown.press("send");
    await shown.render(part("Sending"));
    assertEquals(shown.at("send").getAttribute("type"), "submit", "a form of one field without one is sent by Enter");
    await shown.press("send");
    assertEquals(sent, 1);
    await shown.close();
  });

  it("fields say what they are for, and an error replaces the help", async () => {
    const typed: string[] = [];
    const part = (error?: string) => (
      <>
        <Field
          label="Name"
          optional
          value="Ada"
          onChange={(text) => typed.push(text)}
          help="As on the card."
          error={error}
          testId="name"
          autoComplete="name"
        />
        <Field label="City" value="" onChange={() => {}} />
        <SelectField
          label="Country"
          name="country"
          autoComplete="country"
          value="US"
          onChange={(code) => typed.push(code)}
          options={[{ value: "", label: "Choose" }, { value: "US", label: "United States" }, {
            value: "DE",
            label: "Germany",
          }]}
          help="Where the card is from."
          error={error}
          testId="country"
        />
        <ConsentRow checked={false} onChange={(isOn) => typed.push(String(isOn))} error={error} testId="consent">
          I agree.
        </ConsentRow>
      </>
    );
    const shown = await show(part());
    const story = openStory(shown);
    story.add("fields");
    await shown.type("name", "Grace");
    await shown.type("country", "DE");
    await shown.press("consent");
    assertEquals(typed, ["Grace", "DE", "true"]);
    await shown.render(part("Write it like this."));
    story.add("with an error");
    const described = shown.at("consent").getAttribute("aria-describedby") ?? "";
    assertEquals(document.getElementById(described)?.textContent, "Write it like this.");
    await shown.render(part(""));
    story.add("corrected");
    await story.compare("fields");
  });

  it("a number's country follows its prefix; all countries are listed once the list has the focus", async () => {
    const values: PhoneValue[] = [];
    const part = (value: PhoneValue, error?: string) => (
      <PhoneField
        label="Number"
        value={value}
        onChange={(next) => values.push(next)}
        help="Any number."
        error={error}
      />
    );
    const shown = await show(part({ phoneNumber: "", country: "" }));
    const story = openStory(shown);
    story.add("empty");
    await shown.type("phone", "0301234");
    await shown.type("phone", "+49 30 1234");
    await shown.render(part({ phoneNumber: " +49 30 1234", country: "DE" }, "Too short."));
    story.add("a German number with an error");
    await shown.type("phone-country", "DE");
    await shown.type("phone", "030");
    assertEquals(values, [
      { phoneNumber: "0301234", country: "" },
      { phoneNumber: "+49 30 1234", country: "DE" },
      { phoneNumber: " +49 30 1234", country: "DE" },
      { phoneNumber: "030", country: "DE" },
    ]);
    assertEquals(shown.all("option").length, 2);
    await shown.focus("phone-country");
    assertEquals(shown.all("option").length > 200, true);
    assertEquals(shown.all("option").map((each) => each.textContent).includes("Germany +49"), true);
    await story.compare("phone_field");
  });

  it("a choice reports a change, and also a press of the option that is already chosen", async () => {
    const done: string[] = [];
    const part = (type: "radio" | "checkbox", checked: boolean) => (
      <ChoiceCard
        type={type}
        name="n"
        value="v"
        checked={checked}
        onChange={(isOn) => done.push(`${type} ${isOn}`)}
        onRepeat={() => done.push("again")}
        detail="Detail"
        picture={<b>Picture</b>}
      >
        Words
      </ChoiceCard>
    );
    const shown = await show(part("radio", false));
    const story = openStory(shown);
    const press = () => shown.press(shown.all("input")[0] ?? "none");
    story.add("not chosen");
    await press();
    await shown.render(part("radio", true));
    story.add("chosen");
    await press();
    await shown.render(part("checkbox", true));
    story.add("a box");
    await press();
    assertEquals(done, ["radio true", "again", "checkbox false"]);
    await story.compare("choice_card");
  });

  it("a notice announces itself when it is live, an error at once", async () => {
    const shown = await show(
      <>
        <Notice>Info</Notice>
        <Notice kind="done" live title="Title" testId="n" action={<a href="/x">Act</a>}>Done</Notice>
        <Notice kind="caution" title="Only a title" />
        <Notice kind="error" live>Error</Notice>
        <ErrorNotice error="Sentence" testId="e" />
        <ErrorNotice error="" />
      </>,
    );
    assertEquals(shown.all(".notice").map((each) => each.className), [
      "notice notice--info",
      "notice notice--done",
      "notice notice--caution",
      "notice notice--error",
      "notice notice--error",
    ]);
    const story = openStory(shown);
    story.add("notices");
    await story.compare("notices");
  });

  it("a dialog opens and closes; Esc and its button ask to close it", async () => {
    let closes = 0;
    const part = (isOpen: boolean) => (
      <Dialog open={isOpen} onClose={() => void closes++} title="Title" testId="dialog">
        <p>Body</p>
      </Dialog>
    );
    const shown = await show(part(false));
    const story = openStory(shown);
    story.add("closed");
    await shown.render(part(true));
    story.add("open");
    await shown.press(shown.all("dialog button")[0] ?? "none");
    await shown.fire("dialog", "cancel");
    assertEquals(closes, 2);
    assertEquals(shown.at("dialog").hasAttribute("open"), true);
    await shown.render(part(false));
    story.add("closed again");
    await story.compare("dialog");
  });

  it("a dialog that leaves the page closes first, so that the focus returns", async () => {
    const shown = await show(<Dialog open title="Title" testId="dialog">Body</Dialog>);
    const dialog = shown.at("dialog");
    let wasInPage = false;
    Object.assign(dialog, { close: () => wasInPage = dialog.isConnected });
    await shown.render(null);
    assertEquals(wasInPage, true);
    await shown.close();
  });

  it("a dialog whose act runs cannot be closed", async () => {
    const shown = await show(<Dialog open title="Title" testId="dialog">Body</Dialog>);
    assertEquals(shown.all("dialog button").map((button) => button.hasAttribute("disabled")), [true]);
    await shown.fire("dialog", "cancel");
    let isLeft = true;
    await shown.fire("dialog", "keydown", { key: "Escape", preventDefault: () => isLeft = false });
    assertEquals([shown.at("dialog").hasAttribute("open"), isLeft], [true, false]);
    await shown.close();
  });
});
