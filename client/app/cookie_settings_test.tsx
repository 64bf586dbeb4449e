/** The cookie settings of the footer: the question that they open, and the way back. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { show } from "../../tests/support/app/component.ts";
import type { Site } from "../../server/wire/site/site.ts";
import { ConsentBanner } from "../features/consent/ConsentBanner.tsx";
import { consent, dispatchConsent } from "../features/consent/consent_store.ts";
import { provideSite } from "../lib/browser/site.ts";
import { Layout } from "./Layout.tsx";

const SITE = { funnelEvents: true, pixelId: "", adTagId: "", sentryDsn: "" } as Site;

it("has the focus when it was asked for, and gives it to the cookie settings when it is answered", async () => {
  provideSite(SITE);
  consent.value = { choice: "unanswered", isOpen: true };
  const shown = await show(
    <Layout onConsentChoices={() => dispatchConsent({ type: "choices_opened" })} banner={<ConsentBanner policy="" />}>
      <main id="content" tabIndex={-1} />
    </Layout>,
    { path: "/" },
  );
  assertEquals(document.activeElement === document.body, true, "a question that comes by itself takes no focus");
  for (const choice of ["consent-refuse", "consent-accept"]) {
    shown.named("Cookie settings").focus();
    await shown.press(shown.named("Cookie settings"));
    assertEquals(shown.at("consent").matches(":focus"), true);
    await shown.focus(choice);
    await shown.press(choice);
    assertEquals([shown.has("consent"), document.activeElement?.textContent], [false, "Cookie settings"]);
  }
  await shown.close();
  provideSite({ ...SITE, funnelEvents: false });
});
