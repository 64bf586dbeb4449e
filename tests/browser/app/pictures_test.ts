/** The drawings of the product: their number, that each is distinct and used, and when they load. */
import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { startApp } from "../../support/app/app.ts";
import { withPage } from "../../support/browser.ts";
import { PLANS } from "../../../server/wire/billing/plans.ts";
import { QUESTIONS } from "../../../client/features/quiz/questions.ts";
import { answerPicture, planPicture, productPicture } from "../../../client/lib/format/picture_names.ts";
import { PICTURES, spriteText } from "../../../client/drawings/pictures.ts";

const names: readonly string[] = Object.keys(PICTURES);
const FOLDER = new URL("../../../client/", import.meta.url);

/** Names in the sources of the screens. */
async function namedInSources(): Promise<readonly string[]> {
  const files = [
    "sign_in/SignIn",
    "sign_in/AccessRecovery",
    "cancellation/Unsubscription",
    "cancellation/UnsubscribeWithEmail",
    "funnel/Subscription",
  ].map((page) => `pages/${page}Page.tsx`);
  const texts = await Promise.all(
    [...files, "features/scanning/Scanning.tsx"].map((file) => Deno.readTextFile(new URL(file, FOLDER))),
  );
  return texts.flatMap((text) =>
    [...text.matchAll(/(?:picture[:=] ?|[?:] )"((?:page|scan)-\w+)"/g)].map(([, name = ""]) => name)
  );
}

describe("pictures", () => {
  it("W-START-05: load in one file, after the first paint and after everything the page itself needs", async () => {
    const app = await startApp();
    try {
      await withPage(async (page) => {
        const asked = async () =>
          asTimes(
            await page.evaluate(`performance.getEntriesByType("resource")
              .filter(({ name }) => name.includes("/pictures.")).map(({ startTime }) => startTime)`),
          );
        await page.goto(`${app.origin}/trustcheck/`);
        await page.waitForFunction(
          "performance.getEntriesByType('resource').some(({ name }) => name.includes('/pictures.'))",
        );
        const [paintedMs = NaN] = asTimes(
          await page.evaluate("[performance.getEntriesByName('first-contentful-paint')[0].startTime]"),
        );
        const [loadedMs = NaN] = asTimes(
          await page.evaluate("[performance.timing.loadEventEnd - performance.timeOrigin]"),
        );
        const times = await asked();
        assertEquals([times.length, times.every((at) => at > paintedMs && at >= loadedMs)], [1, true]);
      });
    } finally {
      await app.close();
    }
  });

  it("W-START-05: number 85 to 95, and no two are the same", () => {
    assert(names.length >= 85 && names.length <= 95, `there are ${names.length}`);
    const shapes = Object.values(PICTURES).map(({ line, accent }) => `${line} ${accent}`);
    assertEquals(new Set(shapes).size, names.length);
    assertEquals(new Set(Object.values(PICTURES).map(({ accent }) => accent)).size > names.length * 0.9, true);
  });

  it("W-START-05: are all used, each in its own place", async () => {
    const used = new Set<string>([
      ...QUESTIONS.flatMap(({ n, options }) => options.map(({ value }) => answerPicture(n, value))),
      ...PLANS.filter(({ id }) => id.endsWith("_otp")).map(productPicture),
      ...PLANS.filter(({ id }) => !id.endsWith("_otp")).map(planPicture),
      ...await namedInSources(),
    ]);
    assertEquals([...used].filter((name) => !names.includes(name)), []);
    assertEquals(names.filter((name) => !used.has(name)), []);
  });

  it("have no colour of their own, so that they follow light and dark", () => {
    assertEquals(/#[0-9a-f]{3}|style=|class=/i.test(spriteText()), false);
  });
});

function asTimes(value: unknown): readonly number[] {
  return value as readonly number[];
}
