/** What the drop-in renders in each state: options, the overlay of a payment, its result, a dismissible failure. */
import { assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { openSmallPage, type SmallElement, type SmallPage } from "../../tests/support/small_page/small_page.ts";
import { Language } from "../locales/language.ts";
import { type DropinState, startDropin } from "./dropin_state.ts";
import { createDropinView } from "./dropin_view.ts";
import type { DropinOptions } from "./options.ts";
import { type FailureTexts, wordsOf } from "./texts.ts";

describe("the drop-in's view", () => {
  let page: SmallPage;
  beforeEach(() => page = openSmallPage({ origin: "https://shop.test" }));
  afterEach(() => page.close());

  function open() {
    const done: string[] = [];
    let translations: NonNullable<DropinOptions["translations"]> = {};
    const view = createDropinView({
      texts: () => wordsOf({ translations }, new Language(undefined)),
      styles: { authSuccess: { color: "green" }, authFailed: { color: "red" } },
      hasLogo: () => true,
      decorate: () => {},
      choose: (id) => done.push(`choose ${id}`),
      dismiss: () => done.push("dismiss"),
      canOpenAgain: () => true,
      openAgain: () => done.push("open again"),
      chooseOther: () => done.push("other way"),
    });
    const option = { paymentMethodCode: "card", integrationType: "api", paymentInstruments: [] } as const;
    view.list(["card", "pix"].map((id) => ({ kind: "method", id, label: id, option })));
    const root = asPart(view.root);
    const draw = (more: Partial<DropinState>, failure: FailureTexts = { message: "No" }) =>
      view.draw({ ...startDropin(["card", "pix"], false), ...more }, failure);
    const find = (id: string) => root.all().find((part) => part.id === id);
    const retext = (next: typeof translations, label: string) => {
      translations = next;
      view.retext([{ kind: "method", id: "card", label, option }]);
    };
    return { view, root, draw, find, done, retext };
  }

  it("S-DROPIN-04: one option at a time is open, and a radio reports which one the shopper chose", () => {
    const { root, draw, find, done } = open();
    draw({ active: "pix" });
    const items = ["card", "pix"].map((code) => find(`payrails-${code}-dropin-element`));
    assertEquals(items.map((item) => item?.classes.has("active")), [false, true]);
    const radios = root.all().filter(({ tagName }) => tagName === "input");
    assertEquals(radios.map((radio) => Reflect.get(radio, "checked")), [false, true]);
    radios[0]?.fire("change");
    assertEquals(done, ["choose card"]);
  });
  it("S-DROPIN-09, S-DROPIN-15, S-DROPIN-16: success and pending replace the options and are announced once", () => {
    for (
      const [screen, id, text] of [
        ["success", "payrails-authorization-success", "Payment successful"],
        ["pending", "payrails-authorization-pending", "Payment pending"],
      ] as const
    ) {
      const { root, draw, find } = open();
      draw({});
      assertEquals(find(id), undefined);
      const items = find("payrails-card-dropin-element")?.parentElement;
      assertEquals(items?.hidden, false);
      draw({ screen });
      draw({ screen });
      assertEquals(root.all().filter((part) => part.id === id).map(({ textContent }) => textContent), [text]);
      assertEquals(items?.hidden, true);
    }
  });
  it("S-DROPIN-12: a live region announces a failure, and a press dismisses it", () => {
    const { draw, find, done, root } = open();
    draw({ hasFailed: true }, { message: "Authorization failed, please try again.", advice: "Try another card." });
    const message = find("authorization-failed-message");
    assertEquals([message?.textContent, message?.style.color], ["Authorization failed, please try again.", "red"]);
    assertEquals(message?.parentElement?.getAttribute("role"), "alert");
    assertEquals(find("authorization-failed-advice")?.textContent, "Try another card.");
    message?.fire("click");
    assertEquals(done, ["dismiss"]);
    draw({ hasFailed: false });
    assertEquals(root.all().some(({ id }) => id.startsWith("authorization-failed")), false);
    draw({ hasFailed: true });
    assertEquals([message?.textContent, find("authorization-failed-advice")], ["No", undefined]);
  });
  it("a payment whose page was closed says so, and offers to open it again or to choose another way", () => {
    const { root, draw, find, done } = open();
    draw({ screen: "pending", isLeft: true });
    assertEquals(find("payrails-authorization-pending")?.textContent, "Payment pending");
    const says = (start: string) => root.all().some(({ textContent }) => textContent.startsWith(start));
    assertEquals(says("You closed the page before the payment was complete."), true);
    find("payrails-open-again")?.fire("click");
    find("payrails-choose-other")?.fire("click");
    assertEquals(done, ["open again", "other way"]);
    draw({ screen: "options" });
    assertEquals([find("payrails-authorization-pending"), find("payrails-open-again")], [undefined, undefined]);
    draw({ screen: "pending" });
    assertEquals([says("Payment pending"), find("payrails-open-again")], [true, undefined]);
  });
  it("later texts change the title, the name of an option and a result that is shown", () => {
    const { root, draw, find, retext } = open();
    draw({ screen: "pending" });
    retext({ paymentResult: { pending: "Wait" } }, "Credit card");
    const nameOf = (code: string) =>
      find(`payrails-${code}-dropin-element`)?.all().find(({ className }) => className === "payrails-dropin-name");
    assertEquals([nameOf("card")?.textContent, nameOf("pix")?.textContent], ["Credit card", "pix"]);
    assertEquals(find("payrails-authorization-pending")?.textContent, "Wait");
    assertEquals(root.all().find(({ tagName }) => tagName === "legend")?.textContent, "Payment method");
  });
  it("an option has the mark of its method, which is the first letter of its name where the sheet knows none", () => {
    const { view, root } = open();
    const option = { paymentMethodCode: "bankSlip", integrationType: "hpp", paymentInstruments: [] } as const;
    view.list([{ kind: "method", id: "bankSlip", label: "Bank Slip Brazil", option }]);
    const mark = root.all().find(({ className }) => className === "payrails-mark");
    assertEquals([mark?.dataset.method, mark?.dataset.initial], ["bankSlip", "B"]);
  });
  it("S-DROPIN-10: an overlay covers the drop-in while a payment runs", () => {
    const { root, draw, find } = open();
    draw({ isBusy: true });
    const dots = find("payrails-dropin-loader")?.all().filter(({ className }) => className === "payrails-loader-dot");
    assertEquals([root.getAttribute("aria-busy"), dots?.length], ["true", 3], "the loader of the pay button");
    draw({ isBusy: false });
    assertEquals([root.getAttribute("aria-busy"), find("payrails-dropin-loader")], ["false", undefined]);
  });
});

function asPart(part: unknown): SmallElement {
  return part as SmallElement;
}
