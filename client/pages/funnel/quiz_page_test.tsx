/** Each question begins at its top, also where the page around it stays. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { show } from "../../../tests/support/app/component.ts";
import type { Site } from "../../../server/wire/site/site.ts";
import { provideSite } from "../../lib/browser/site.ts";
import { QuizPage } from "./QuizPage.tsx";

describe("the page of a question", () => {
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
