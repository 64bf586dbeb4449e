/** Personal values are masked until an operator says why; the reveal is a call that the server logs. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { heldCall, show } from "../../../tests/support/app/component.ts";
import { NetworkError } from "../../api/http.ts";
import type { Calls } from "../api/calls.ts";
import { fakeServer } from "../testing/fake_calls.ts";
import { CUSTOMER } from "../testing/samples/customer.ts";
import { SESSION } from "../testing/samples/session.ts";
import { inSession } from "../testing/show_console.tsx";
import { Masked } from "./Masked.tsx";

async function open(own: Partial<Calls> = {}, of = CUSTOMER.email) {
  const server = fakeServer(own);
  const shown = await show(inSession(server, <Masked of={of} name="email" />));
  const submit = () => shown.submit(shown.all("form")[0] ?? "none");
  const reveals = () => server.made.filter((line) => line.startsWith("reveal"));
  return { shown, submit, reveals };
}

describe("a masked value", () => {
  it("is revealed after a reason, and hidden again", async () => {
    const { shown, submit, reveals } = await open();
    assertEquals(shown.text(), "a•••@mail.example Reveal");
    await shown.press("reveal-email");
    await submit();
    assertEquals([shown.at("reason").getAttribute("aria-invalid"), reveals()], ["true", []]);
    await shown.type("reason", " Customer called ");
    await submit();
    assertEquals(reveals(), [
      'reveal {"subject":{"kind":"customer","id":"acc-ada"},"field":"email","reason":"Customer called"}',
    ]);
    assertEquals(shown.text(), "ada@mail.example Hide");
    await shown.press(shown.named("Hide"));
    assertEquals(shown.text(), "a•••@mail.example Reveal");
    await shown.close();
  });

  it("stays masked when the call fails or the operator goes back", async () => {
    const { shown, submit } = await open({ reveal: () => Promise.reject(new NetworkError("down")) });
    await shown.press("reveal-email");
    await shown.type("reason", "Customer called");
    await submit();
    assertEquals(
      shown.at("reveal-error").textContent,
      "We couldn't reach the server. Check your connection and try again.",
    );
    await shown.press(shown.named("Back"));
    assertEquals(shown.text(), "a•••@mail.example Reveal");
    await shown.close();
  });

  it("the reveal that has begun ends in the dialog: neither Back nor Esc leads away from it", async () => {
    const held = heldCall<string>();
    const { shown, submit } = await open({ reveal: () => held.promise });
    await shown.press("reveal-email");
    await shown.type("reason", "Customer called");
    await submit();
    assertEquals(shown.named("Back").hasAttribute("disabled"), true);
    let isLeft = true;
    await shown.fire("reveal", "keydown", { key: "Escape", preventDefault: () => isLeft = false });
    await shown.fire("reveal", "cancel");
    assertEquals([shown.has("reveal"), isLeft], [true, false]);
    held.answer("ada@mail.example");
    await shown.settle();
    assertEquals(shown.text(), "ada@mail.example Hide");
    await shown.close();
  });

  it("offers nothing to a role that may not reveal, or where nothing can be revealed", async () => {
    const may = SESSION.may.filter((right) => right !== "reveal");
    const forbidden = await open({ session: () => Promise.resolve({ ...SESSION, may }) });
    assertEquals(forbidden.shown.has("reveal-email"), false);
    await forbidden.shown.close();
    const unknown = await open({}, { masked: "a•••@mail.example", reveal: null });
    assertEquals(unknown.shown.text(), "a•••@mail.example");
    await unknown.shown.close();
    const nothing = await open({}, { masked: "", reveal: null });
    assertEquals(nothing.shown.text(), "–");
    await nothing.shown.close();
  });
});
