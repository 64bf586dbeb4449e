/**
 * The questions on a wide screen come in groups, with the same answers, skips and urgent advice as when shown one by
 * one.
 */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { appFixture } from "../support/app/app_fixture.ts";
import { createShopper, type Shopper } from "../support/app/shopper.ts";

const shown = (shopper: Shopper) =>
  shopper.page.$$eval("[data-question]", (all) => all.map((one) => Number(one.getAttribute("data-question"))));
const choose = async (shopper: Shopper, question: number, value: string) => {
  const selector = `[data-question="${question}"] input[value="${value}"]`;
  await (await shopper.page.waitForSelector(selector))?.click();
};
const kept = async (shopper: Shopper): Promise<unknown> =>
  JSON.parse(String(await shopper.page.evaluate("JSON.stringify(JSON.parse(localStorage.quizAnswers).quizAnswers)")));

describe("questions on a wide screen", () => {
  const fixture = appFixture();

  const withWideQuiz = (use: (shopper: Shopper) => Promise<void>) =>
    fixture.visit(async (page) => {
      await page.setViewport({ width: 1280, height: 900 });
      await page.goto(`${fixture.app.origin}/trustcheck/?q=1`);
      // The sent screen holds a question for both widths; the app keeps one and focuses its heading.
      await page.waitForFunction("document.activeElement.tagName === 'H1' && !document.querySelector('.only-narrow')");
      await use(createShopper(page));
    });

  it("W-QUIZ-12: are shown in groups; answers, skips and back work as one by one", () =>
    withWideQuiz(async (shopper) => {
      await shopper.see("next-group");
      assertEquals(await shown(shopper), [1, 2, 3, 4, 5]);
      const drawn = await shopper.page.$$eval(
        "svg.picture",
        (all) => all.map((one) => /\/pictures\.\w+\.svg#/.test(one.querySelector("use")?.getAttribute("href") ?? "")),
      );
      assertEquals(
        [
          drawn.length > 5,
          drawn.every((isDrawn) => isDrawn),
        ],
        [true, true],
        "answers have their pictures",
      );
      await choose(shopper, 1, "not_yet");
      await shopper.page.waitForFunction("document.querySelectorAll('[data-question]').length === 3");
      assertEquals(await shown(shopper), [1, 3, 4]);
      await choose(shopper, 1, "call");
      await shopper.page.waitForSelector('[data-question="2"]');
      await shopper.tap("next-group");
      await shopper.page.waitForSelector('[data-question="6"]');
      assertEquals(await shown(shopper), [6, 8, 9, 10, 11], "7 follows from a yes to 6");
      await choose(shopper, 6, "yes");
      await shopper.page.waitForSelector('[data-question="7"]');
      await choose(shopper, 6, "no");
      await shopper.page.waitForSelector('[data-question="7"]', { hidden: true });
      await shopper.page.goBack();
      await shopper.page.waitForSelector('[data-question="1"] input[value="call"]:checked');
      assertEquals(
        await shopper.page.evaluate("document.documentElement.scrollWidth <= innerWidth"),
        true,
        "the screen scrolls sideways",
      );
    }));

  it("W-QUIZ-12: with keys only, with urgent advice below the answer", () =>
    withWideQuiz(async (shopper) => {
      await shopper.see("next-group");
      await shopper.page.keyboard.press("Tab");
      await shopper.page.keyboard.press("Space");
      await shopper.page.keyboard.press("Enter");
      await shopper.page.waitForSelector('[data-question="6"]');
      await choose(shopper, 8, "yes");
      await shopper.page.waitForSelector('[data-question="8"] [data-testid="urgent"]', { visible: true });
      const answers = await kept(shopper);
      assertEquals([Reflect.get(Object(answers), "1"), Reflect.get(Object(answers), "8")], ["call", "yes"]);
    }));
});
