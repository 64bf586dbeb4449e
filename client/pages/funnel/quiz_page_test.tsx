/** The page of a question: its title, and its top, even where the page around it stays. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { show } from "../../../tests/support/app/component.ts";
import type { Site } from "../../../server/wire/site/site.ts";
import { provideSite } from "../../lib/browser/site.ts";
import { QuizPage } from "./QuizPage.tsx";

describe("the page of a question", () => {
  it("has the question as its title and alone on a phone, and its group on a wide screen", async () => {
    provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
    Object.assign(globalThis, { scrollTo: () => {} });
    const { matchMedia } = globalThis;
    const shownOn = async (isWide: boolean) => {
      const list = { matches: isWide, addEventListener: () => {}, removeEventListener: () => {} };
      Object.assign(globalThis, { matchMedia: () => list });
      const shown = await show(<QuizPage n={1} />, { path: "/quiz/1" });
      const parts = [document.title, shown.all(".only-narrow").length, shown.all(".only-wide").length];
      await shown.close();
      return parts;
    };
    try {
      assertEquals(await shownOn(false), ["How did this number reach you? · TrustCheck", 1, 0]);
      assertEquals(await shownOn(true), ["First contact · TrustCheck", 0, 1]);
    } finally {
      Object.assign(globalThis, { matchMedia });
      Reflect.deleteProperty(globalThis, "scrollTo");
    }
  });

  it("is scrolled to its top at the first and at each further question, and not in between", async () => {
    provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "" } as Site);
    const scrolled: unknown[] = [];
    Object.assign(globalThis, { scrollTo: (...to: readonly unknown[]) => scrolled.push(to) });
    const shown = await show(<QuizPage n={1} />, { path: "/quiz/1" });
    const count = () => scrolled.splice(0).length;
    const first = count();
    await shown.render(<QuizPage n={1} />);
    assertEquals([first > 0, count()], [true, 0]);
    await shown.render(<QuizPage n={2} />);
    assertEquals(scrolled, [[0, 0]]);
    await shown.close();
    Reflect.deleteProperty(globalThis, "scrollTo");
  });
});
