/** The popup gives the focus back to what had it, also inside the shadow roots of a page. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { openSmallPage, SmallElement } from "../../tests/support/small_page/small_page.ts";
import { createPopup } from "./popup_view.ts";

describe("the popup of a challenge", () => {
  for (const depth of [0, 2]) {
    it(`gives the focus back in ${depth} shadow roots`, () => {
      const page = openSmallPage({ origin: "https://shop.test" });
      try {
        let focused = 0;
        let holder: object = Object.assign(new SmallElement("input", () => {}), { focus: () => focused++ });
        for (let host = 0; host < depth; host++) {
          const shadowRoot = { activeElement: holder };
          holder = Object.assign(new SmallElement("shop-part", () => {}), { shadowRoot });
        }
        Object.assign(document, { activeElement: holder });
        const size = { widthPx: 500, heightPx: 600 };
        const texts = () => ({ title: "Check", cancel: "Cancel" });
        createPopup({ link: "https://bank.test/", size, texts, cancel: () => {} }).remove();
        assertEquals(focused, 1);
      } finally {
        page.close();
      }
    });
  }
});
