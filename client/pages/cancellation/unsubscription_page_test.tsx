/** The page of an emailed cancel link, and what its links lead to. */
import { BrowserRouter, useLocation } from "react-router-dom";
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { show } from "../../../tests/support/app/component.ts";
import type { Site } from "../../../server/wire/site/site.ts";
import { AppRoutes } from "../../app/routes.tsx";
import { Layout } from "../../app/Layout.tsx";
import { provideSite } from "../../lib/browser/site.ts";

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

describe("the page of a cancel link", () => {
  it("leads to the withdrawal by a link that changes only the query", async () => {
    provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
    const loaded: string[] = [];
    Object.assign(globalThis, { scrollTo: () => {} });
    Object.defineProperty(location, "replace", { value: (url: string) => void loaded.push(url), configurable: true });
    history.replaceState(null, "", "/trustcheck/unsubscription");
    const shown = await show(
      <BrowserRouter basename="/trustcheck/">
        <Address />
        <Layout onConsentChoices={() => {}} banner={null}>
          <AppRoutes />
        </Layout>
      </BrowserRouter>,
    );
    for (let turns = 0; turns < 500 && !shown.text().includes("Choose how"); turns++) await shown.settle();
    await shown.press(shown.named("Withdraw from contract here"));
    await shown.settle();
    assertEquals(shown.at("address").textContent, "/unsubscription?withdraw");
    await shown.close();
    // The server has the page at one spelling of the address: a reload of another one would never end.
    history.replaceState(null, "", "/trustcheck/Unsubscription/?withdraw&w=secret");
    const other = await show(
      <BrowserRouter basename="/trustcheck/">
        <AppRoutes />
      </BrowserRouter>,
    );
    for (let turns = 0; turns < 500 && loaded.length < 2; turns++) await other.settle();
    const at = "/trustcheck/unsubscription?withdraw";
    assertEquals(loaded, [at, `${at}&w=secret`]);
    await other.close();
    history.replaceState(null, "", "/trustcheck/");
    Reflect.deleteProperty(globalThis, "scrollTo");
    Reflect.deleteProperty(location, "replace");
  });
});
