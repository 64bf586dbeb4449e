/** The page of an emailed cancel link, and what its links lead to. */
import { BrowserRouter, useLocation } from "react-router-dom";
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { show } from "../../../tests/support/app/component.ts";
import type { Site } from "../../../server/wire/site/site.ts";
import { AppRoutes } from "../../app/routes.tsx";
import { Layout } from "../../app/Layout.tsx";
import { provideSite } from "../../lib/browser/site.ts";
import { tracker } from "../../visit/tracker.ts";
import { UnsubscriptionPage } from "./UnsubscriptionPage.tsx";

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

const SECRET = "s".repeat(43);
const LINKS: readonly (readonly [what: string, path: string, link: string])[] = [
  ["cancel", "/trustcheck/unsubscription", `c=${SECRET}`],
  ["payment", "/trustcheck/subscription", `pay=${SECRET}`],
];
for (const [what, path, link] of LINKS) {
  it(`a change of the language opens the emailed ${what} link again, of which the address shows nothing`, async () => {
    provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
    const loaded: string[] = [];
    const reloaded: string[] = [];
    Object.assign(globalThis, { scrollTo: () => {} });
    Object.defineProperty(location, "replace", { value: (url: URL) => loaded.push(url.href), configurable: true });
    Object.defineProperty(location, "reload", { value: () => reloaded.push(location.href), configurable: true });
    history.replaceState(null, "", `${path}?${link}&plan=p`);
    const shown = await show(
      <BrowserRouter basename="/trustcheck/">
        <Layout onConsentChoices={() => {}} banner={null}>
          <AppRoutes />
        </Layout>
      </BrowserRouter>,
    );
    for (let turns = 0; turns < 500 && location.search.includes(SECRET); turns++) await shown.settle();
    assertEquals(location.search, "?plan=p");
    await shown.press(shown.named("Deutsch"));
    assertEquals([loaded.map((url) => new URL(url).search), reloaded], [[`?plan=p&lang=de&${link}`], []]);
    assertEquals(location.search, "?plan=p", "no script of this page reads the secret");
    await shown.press(shown.named("Privacy"));
    await shown.press(shown.named("Deutsch"));
    assertEquals([loaded.length, reloaded.map((url) => new URL(url).search)], [1, ["?lang=de"]]);
    await shown.close();
    history.replaceState(null, "", "/trustcheck/");
    Reflect.deleteProperty(globalThis, "scrollTo");
    for (const name of ["replace", "reload"]) Reflect.deleteProperty(location, name);
  });
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

it("W-TRACK-05: a cancellation by an emailed link is an event, and its answer has the focus, although the page was not changed", async () => {
  provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
  const { fetch } = globalThis;
  globalThis.fetch = () => Promise.resolve(Response.json({ until: "" }));
  history.replaceState(null, "", `/trustcheck/unsubscription?c=${SECRET}`);
  const events: string[] = [];
  const { cancelRequest } = tracker();
  Object.assign(tracker(), { cancelRequest: () => void events.push("cancel-request") });
  const shown = await show(
    <BrowserRouter basename="/trustcheck/">
      <UnsubscriptionPage />
    </BrowserRouter>,
  );
  for (let turns = 0; turns < 500 && !shown.has("cancel-confirm"); turns++) await shown.settle();
  await shown.focus("cancel-confirm");
  await shown.press("cancel-confirm");
  for (let turns = 0; turns < 500 && !shown.has("cancelled"); turns++) await shown.settle();
  assertEquals(document.activeElement?.textContent, "Your plan is canceled");
  assertEquals(events, ["cancel-request"]);
  Object.assign(tracker(), { cancelRequest });
  await shown.close();
  globalThis.fetch = fetch;
  history.replaceState(null, "", "/trustcheck/");
});
