/** The start of the app: what the link of the visit says is kept, and where the visitor is gets asked once. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { show } from "../../tests/support/app/component.ts";
import type { Site } from "../../server/wire/site/site.ts";
import { provideSite } from "../lib/browser/site.ts";
import { currentLink } from "../lib/link/link.ts";
import { visitorLocation } from "../lib/storage/location_store.ts";
import { startUp } from "./start_up.ts";

describe("the start of the app", () => {
  it("keeps the parameters of the link for the screens after it, and asks where the visitor is", async () => {
    const site = { base: "/trustcheck", inAppBrowserExits: {}, sentryDsn: "", pixelId: "", adTagId: "" };
    provideSite({ ...site, funnelEvents: false } as unknown as Site);
    const { fetch } = globalThis;
    const asked: string[] = [];
    const answer = (url: string) => {
      asked.push(url);
      return Promise.resolve(new Response("loc=DE\nip=192.0.2.1\n"));
    };
    Object.assign(globalThis, { fetch: answer });
    // A small browser.
    const shown = await show(<p />);
    history.replaceState(null, "", "/trustcheck/?plan=tck_3month_plan&wmq=1");
    startUp();
    history.replaceState(null, "", "/trustcheck/offers");
    await shown.settle();
    assertEquals([currentLink().plan?.id, currentLink().wmq], ["tck_3month_plan", true]);
    assertEquals([asked.length, visitorLocation.value?.country], [1, "DE"]);
    await shown.close();
    Object.assign(globalThis, { fetch });
  });
});
