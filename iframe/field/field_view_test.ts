/** What names a field for screen readers. */
import { assertEquals } from "@std/assert";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { openSmallPage, type SmallPage } from "../../tests/support/small_page/small_page.ts";
import { createField } from "./field_view.ts";

describe("a field", () => {
  let page: SmallPage;
  beforeEach(() => {
    page = openSmallPage({ origin: "https://cards.test" });
  });
  afterEach(() => page.close());

  it("is named by its label, and by its placeholder only while it has none", () => {
    const { input, setTexts } = createField("CVV");
    const names = ["Code", "", "Code"].map((label) => {
      setTexts({ label, placeholder: "CVC" });
      return input.getAttribute("aria-label");
    });
    assertEquals(names, [null, "CVC", null]);
  });
});
