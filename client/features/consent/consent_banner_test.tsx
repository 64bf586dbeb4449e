/** The cookie question: asked where something would be tracked, answered once, and asked again on request. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { openStory, show } from "../../../tests/support/app/component.ts";
import type { Site } from "../../../server/wire/site/site.ts";
import { provideSite } from "../../lib/browser/site.ts";
import { ConsentBanner } from "./ConsentBanner.tsx";
import { consent, dispatchConsent, mayTrack } from "./consent_store.ts";

const SITE = { funnelEvents: true, pixelId: "", adTagId: "", sentryDsn: "" } as Site;

it("T10: both choices look the same, nothing is tracked before one, and each is kept", async () => {
  provideSite(SITE);
  const shown = await show(<ConsentBanner policy={<a href="/cookie-policy">Cookie policy</a>} />);
  const story = openStory(shown);
  story.add("asked");
  assertEquals(mayTrack(), false);
  const [refuse, accept] = ["consent-refuse", "consent-accept"].map((id) => shown.at(id).className);
  assertEquals(refuse, accept);
  await shown.press("consent-refuse");
  assertEquals([shown.has("consent"), mayTrack(), consent.value.choice], [false, false, "refused"]);
  await shown.change(() => dispatchConsent({ type: "choices_opened" }));
  await shown.press("consent-accept");
  assertEquals([shown.has("consent"), mayTrack(), consent.value.choice], [false, true, "given"]);
  await shown.change(() => dispatchConsent({ type: "choices_opened" }));
  assertEquals(shown.has("consent"), true);
  await story.compare("consent");
  await shown.close();
  provideSite({ ...SITE, funnelEvents: false });
});

it("T10: a step of quiz or purchase shows the question only to a visitor who opened the cookie settings", async () => {
  provideSite(SITE);
  await Promise.resolve(dispatchConsent({ type: "refused" }));
  consent.value = { choice: "unanswered", isOpen: true };
  const step = await show(<ConsentBanner isStep policy={null} />);
  assertEquals(step.has("consent"), false);
  await step.render(<ConsentBanner policy={null} />);
  assertEquals(step.has("consent"), true);
  await step.render(<ConsentBanner isStep policy={null} />);
  await step.change(() => dispatchConsent({ type: "choices_opened" }));
  assertEquals(step.has("consent"), true);
  await step.press("consent-refuse");
  assertEquals([step.has("consent"), consent.value.isRequested], [false, undefined]);
  await step.close();
  provideSite({ ...SITE, funnelEvents: false });
});

it("T10: a choice in another tab counts in this one, where any other change of the storage does nothing", async () => {
  provideSite(SITE);
  await Promise.resolve(dispatchConsent({ type: "given" }));
  const shown = await show(<ConsentBanner policy={null} />);
  const changeElsewhere = (key: string, text: string) =>
    shown.change(() => {
      localStorage.setItem(key, text);
      dispatchEvent(new Event("storage"));
    });
  await shown.change(() => dispatchConsent({ type: "choices_opened" }));
  await changeElsewhere("quizEmail", '"ann@mail.example"');
  assertEquals([mayTrack(), shown.has("consent")], [true, true]);
  await changeElsewhere("consent", '"refused"');
  assertEquals([mayTrack(), shown.has("consent")], [false, false]);
  await changeElsewhere("consent", '"given"');
  assertEquals(mayTrack(), true);
  await shown.close();
  localStorage.removeItem("quizEmail");
  provideSite({ ...SITE, funnelEvents: false });
});
