/** The address to which people write, on the pages that tell them to. */
import { MemoryRouter } from "react-router-dom";
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { show } from "../../../tests/support/app/component.ts";
import type { Site } from "../../../server/wire/site/site.ts";
import { provideSite } from "../../lib/browser/site.ts";
import { PrivacyPage } from "./PrivacyPage.tsx";
import { TermsPage } from "./TermsPage.tsx";

describe("the address to write to", () => {
  for (const [name, Legal, times] of [["privacy", PrivacyPage, 2], ["terms", TermsPage, 1]] as const) {
    it(`is a link on the page about ${name}, wherever it says to write`, async () => {
      provideSite({ base: "/trustcheck", contactEmail: "help@shop.example" } as Site);
      const shown = await show(
        <MemoryRouter>
          <Legal />
        </MemoryRouter>,
      );
      const links = shown.all("a[href^='mailto:']").map((link) => [link.getAttribute("href"), link.textContent]);
      assertEquals(links, Array(times).fill(["mailto:help@shop.example", "help@shop.example"]));
      await shown.close();
    });
  }
});
