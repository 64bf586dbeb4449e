/** Another site cannot frame our pages, so it cannot overlay them. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { appFixture } from "../../support/app/app_fixture.ts";

const SECRET = "s".repeat(43);
const SCREENS = ["", "?q=3", "access-product", "offers", "unsubscription", "unsubscription?withdraw", "profile"]
  .concat([`unsubscription?c=${SECRET}`, `unsubscription?withdraw&w=${SECRET}`, "unsubscribe-with-email"])
  .concat(["webapp/profile", "webapp/subscription", "checkout/nothing-of-ours"]);
/** Pages of a button or a form outside the app. */
const PAGES = [`/api/end-mails/${SECRET}`, `/api/end-watch/${SECRET}`];

describe("another site's page", () => {
  const fixture = appFixture();

  it("B4: cannot frame a screen for paying, buying add-ons or cancelling", () =>
    fixture.visit(async (page) => {
      const { origin, base } = fixture.app;
      const framed = [...SCREENS.map((screen) => `${base}/${screen}`), ...PAGES].map((path) => origin + path);
      const frames = [...framed, "data:text/html,fine"].map((src) => `<iframe src="${src}"></iframe>`).join("");
      const evil = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () =>
        new Response(frames, { headers: { "content-type": "text/html" } }));
      try {
        await page.goto(`http://127.0.0.1:${evil.addr.port}/`, { waitUntil: "load" });
        const shown = page.frames().slice(1).map((frame) =>
          frame.url()
        );
        assertEquals(shown, [...framed.map(() => "chrome-error://chromewebdata/"), "data:text/html,fine"]);
      } finally {
        await evil.shutdown();
      }
    }));
});
