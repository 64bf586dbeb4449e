/** The verdict: gauge, band and sentence, with the motion that reveals it. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { show, type Shown, withMotion } from "../../../tests/support/app/component.ts";
import { REVEAL_MS } from "../motion.ts";
import { ScoreGauge } from "./ScoreGauge.tsx";
import { Verdict } from "./Verdict.tsx";
import { verdictWords } from "./verdict_words.ts";

const value = (shown: Shown) => shown.all(".gauge__value")[0]?.textContent;
const turn = (shown: Shown) => shown.all(".gauge__pointer")[0]?.getAttribute("transform");

describe("the gauge", () => {
  it("colours every segment by its band and fills the one that the score is in", async () => {
    const shown = await show(<ScoreGauge value={62} band="caution" />);
    const arcs = shown.all(".gauge__arc").map((
      arc,
    ) => [arc.dataset["band"], arc.classList.contains("gauge__arc--here")]);
    assertEquals(arcs, [["none", false], ["some", false], ["caution", true], ["suspicious", false], ["high", false]]);
    assertEquals([value(shown), turn(shown)], ["62", "rotate(21.6 110 112)"]);
    await shown.close();
  });

  it("points at every score, the lowest included, and at nothing without one", async () => {
    const parts = async (score: number | null) => {
      const shown = await show(<ScoreGauge value={score} band="none" />);
      const found = [turn(shown), value(shown)];
      await shown.close();
      return found;
    };
    assertEquals(await parts(0), ["rotate(-90 110 112)", "0"]);
    assertEquals(await parts(12), ["rotate(-68.4 110 112)", "12"]);
    assertEquals(await parts(null), [undefined, "–"]);
  });

  /** Draws frames by hand: each `draw` is one frame at this time. */
  async function withFrames(run: (draw: (ms: number) => void, waiting: () => number) => Promise<void>) {
    const { requestAnimationFrame, cancelAnimationFrame } = globalThis;
    const frames = new Map<number, FrameRequestCallback>();
    let last = 0;
    globalThis.requestAnimationFrame = (draw) => (frames.set(++last, draw), last);
    globalThis.cancelAnimationFrame = (id) => void frames.delete(id);
    const draw = (ms: number) => {
      const due = [...frames.values()];
      frames.clear();
      for (const each of due) each(ms);
    };
    await withMotion(() => run(draw, () => frames.size)).finally(() =>
      Object.assign(globalThis, { requestAnimationFrame, cancelAnimationFrame })
    );
  }

  it("counts up and turns from 0 in 700 ms, and again for another score", () =>
    withFrames(async (draw, waiting) => {
      const shown = await show(<ScoreGauge value={62} band="caution" />);
      const at = (ms: number) => shown.change(() => draw(1_000 + ms));
      assertEquals([value(shown), turn(shown)], ["0", "rotate(-90 110 112)"]);
      await at(0);
      assertEquals(value(shown), "0");
      await at(REVEAL_MS / 2);
      const half = Number(value(shown));
      assertEquals(half > 31 && half < 62, true, `${half} after half of the time`);
      await at(REVEAL_MS);
      assertEquals([value(shown), turn(shown), waiting()], ["62", "rotate(21.6 110 112)", 0]);
      await shown.render(<ScoreGauge value={90} band="high" />);
      assertEquals([value(shown), waiting()], ["0", 1]);
      await shown.close();
      assertEquals(waiting(), 0, "a gauge that is gone draws nothing");
    }));

  it("T15: is at its end at once for a visitor who asked for less motion", async () => {
    const shown = await show(<ScoreGauge value={62} band="caution" />);
    assertEquals([value(shown), turn(shown)], ["62", "rotate(21.6 110 112)"]);
    await shown.render(<ScoreGauge value={90} band="high" />);
    assertEquals(value(shown), "90");
    await shown.close();
  });
});

describe("the verdict", () => {
  it("says first what to do, then number, band and what it means, in the band's tint", async () => {
    const shown = await show(<Verdict number="+1 650-253-0000" level={1} score={{ value: 80, band: "suspicious" }} />);
    assertEquals(shown.at("verdict").dataset["band"], "suspicious");
    assertEquals(shown.all("h1").map(({ textContent }) => textContent), ["Don't call back or pay"]);
    assertStringIncludes(
      shown.text(),
      "Don't call back or pay +1 650-253-0000 Suspicious There are several warning signs.",
    );
    await shown.render(<Verdict number="x" level={2} score={{ value: null, band: "none" }}>more</Verdict>);
    for (const words of ["Not a phone number", "nothing to score", "more"]) assertStringIncludes(shown.text(), words);
    assertEquals(shown.text().includes("No known signals"), false);
    assertEquals(shown.all("h2").length, 1);
    await shown.close();
  });

  it("shows a tick in the lowest band, and no sign at all where there is no score", async () => {
    const signs = async (score: number | null) => {
      const shown = await show(<Verdict score={{ value: score, band: "none" }} />);
      const found = [shown.all(".band-shape").length, shown.all(".band-shape__tick").length];
      await shown.close();
      return found;
    };
    assertEquals([await signs(0), await signs(null)], [[1, 1], [0, 0]]);
  });

  it("has a headline of its own for each band, and none of them calls a number safe", () => {
    const bands = ["none", "some", "caution", "suspicious", "high"] as const;
    const headlines = bands.map((band) => verdictWords({ value: 1, band }).headline);
    assertEquals(new Set(headlines).size, 5);
    assertEquals(headlines.filter((headline) => /safe/i.test(headline)), []);
  });
});
