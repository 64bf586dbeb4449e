/** The sample report of the first screen: labelled, complete without motion, and revealed once it is in sight. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { show, type Shown } from "../../../tests/support/app/component.ts";
import { ScoreGauge } from "../../ui/report/ScoreGauge.tsx";
import { SAMPLE_SCORE } from "./sample.ts";
import { SampleReport } from "./SampleReport.tsx";

const score = (shown: Shown) => shown.all(".gauge__value")[0]?.textContent;

/** Lets the test say when the card is in sight. */
async function withSight(run: (see: (isIntersecting: boolean) => void, ended: () => number) => Promise<void>) {
  const { IntersectionObserver } = globalThis;
  let told: (rows: readonly { isIntersecting: boolean }[]) => void = () => {};
  let ended = 0;
  const Sight = class {
    constructor(tell: typeof told) {
      told = tell;
    }
    observe() {}
    disconnect() {
      ended++;
    }
  };
  Object.assign(globalThis, { IntersectionObserver: Sight });
  await run((isIntersecting) => told([{ isIntersecting }]), () => ended)
    .finally(() => Object.assign(globalThis, { IntersectionObserver }));
}

describe("the sample report", () => {
  it("says that it is a sample, and shows the whole result before it is revealed", () =>
    withSight(async () => {
      const shown = await show(<SampleReport />);
      const text = shown.text();
      for (
        const part of [
          "Sample report",
          "+44 909 879 0123",
          "High risk",
          "Premium-rate number +60 Reserved for fiction at least 90",
          "reserved for film",
        ]
      ) {
        assertStringIncludes(text, part);
      }
      assertEquals([score(shown), shown.all("h2").map((title) => title.textContent)], ["90", ["Sample report"]]);
      await shown.close();
    }));

  it("has the gauge of a report with this score", () =>
    withSight(async () => {
      const drawing = async (part: unknown) => {
        const shown = await show(part);
        const paths = shown.all(".gauge path").map((path) =>
          ["d", "class", "data-band", "transform"].map((name) => path.getAttribute(name))
        );
        await shown.close();
        return paths.map(([path, name, band, turn]) => [path, name, name === "gauge__pointer" ? "" : band, turn]);
      };
      const { value, band } = SAMPLE_SCORE;
      assertEquals(await drawing(<SampleReport />), await drawing(<ScoreGauge value={value} band={band} />));
    }));

  it("is revealed once, when it comes into view", () =>
    withSight(async (see, ended) => {
      const shown = await show(<SampleReport />);
      const seen = () => shown.at("sample-report").hasAttribute("data-seen");
      await shown.change(() => see(false));
      assertEquals([seen(), ended()], [false, 0]);
      await shown.change(() => see(true));
      assertEquals([seen(), ended()], [true, 1]);
      await shown.close();
    }));
});
