/** Parts of the console: the timeline with its filter, charts with their tables, times and empty lists. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { show } from "../../../tests/support/app/component.ts";
import { Chart } from "./Chart.tsx";
import { Chip } from "./Chip.tsx";
import { Facts } from "./Facts.tsx";
import { Steps } from "./Steps.tsx";
import { NowContext } from "./now.ts";
import { everyNth, ticks } from "./ticks.ts";
import { Time } from "./Time.tsx";
import { Timeline, type TimelineRow } from "./Timeline.tsx";

const ROW: TimelineRow = {
  id: "1",
  at: "2026-11-24T10:00:00.000Z",
  kind: "email",
  icon: "mail",
  title: "Receipt",
  facts: [{ name: "Tries", value: "3" }],
};
const ROWS: readonly TimelineRow[] = [
  { ...ROW, at: "2026-11-23T23:59:59.000Z" },
  { ...ROW, id: "2", kind: "charge", title: "Renewal", amount: "$19.99", state: { tone: "bad", word: "Failed" } },
  { ...ROW, id: "3", at: "2026-11-24T11:00:00.000Z", title: "Reminder", facts: [] },
];
const KINDS = { charge: "Charges", email: "Emails", webhook: "Webhooks" };

describe("the timeline", () => {
  const titles = (shown: Awaited<ReturnType<typeof show>>) =>
    shown.all(".entry__title").map((title) => title.textContent);

  it("is newest first, by day in UTC", async () => {
    const shown = await show(<Timeline rows={ROWS} kinds={KINDS} />);
    assertEquals(shown.all("h3").map((day) => day.textContent), ["Nov 24, 2026", "Nov 23, 2026"]);
    assertEquals(titles(shown), ["Reminder", "Renewal", "Receipt"]);
    assertStringIncludes(shown.text(), "23:59:59 UTC");
    await shown.close();
  });

  it("of entries of one millisecond, the server's last is the newest", async () => {
    const rows = ["Charged", "Receipt", "Webhook"].map((title) => ({ ...ROW, id: title, title }));
    const shown = await show(<Timeline rows={rows} kinds={KINDS} />);
    assertEquals(titles(shown), ["Webhook", "Receipt", "Charged"]);
    await shown.close();
  });

  it("is filtered by the kinds that occur, several at once, and shows all again", async () => {
    const shown = await show(<Timeline rows={ROWS} kinds={KINDS} />);
    assertEquals(shown.all(".filter__choice").map((each) => each.textContent), ["Charges 1", "Emails 2"]);
    const pressed = () => shown.all(".filter__choice").map((each) => each.getAttribute("aria-pressed"));
    await shown.press("filter-charge");
    assertEquals([titles(shown), pressed()], [["Renewal"], ["true", "false"]]);
    assertEquals(shown.all("[role=status]")[0]?.textContent, "1 of 3 entries");
    await shown.press("filter-email");
    assertEquals(titles(shown).length, 3);
    await shown.press("filter-charge");
    assertEquals(titles(shown), ["Reminder", "Receipt"]);
    await shown.press("filter-all");
    assertEquals([titles(shown).length, shown.has("filter-all")], [3, false]);
    await shown.close();
  });

  it("details open in place and close again; an entry without any has no button", async () => {
    const shown = await show(<Timeline rows={ROWS} kinds={KINDS} />);
    const [first] = shown.all("button.entry__title");
    assertEquals(shown.all("button.entry__title").length, 2);
    assert(first);
    assertEquals([first.getAttribute("aria-expanded"), shown.all("dl").length], ["false", 0]);
    await shown.press(first);
    assertEquals([first.getAttribute("aria-expanded"), shown.all("dl").map((each) => each.textContent)], [
      "true",
      ["Tries3"],
    ]);
    await shown.press(first);
    assertEquals(shown.all("dl").length, 0);
    await shown.close();
  });
});

describe("charts", () => {
  it("grid lines are at round values up to the highest one", () => {
    assertEquals(ticks(7, 4), [0, 2, 4, 6, 8]);
    assertEquals(ticks(100, 4), [0, 25, 50, 75, 100]);
    assertEquals(ticks(42, 4), [0, 20, 40, 60]);
    // Counts and minor units are whole: no line falls between two of them, and no label appears twice.
    assertEquals([ticks(2, 4), ticks(0.3, 4), ticks(1, 4)], [[0, 1, 2], [0, 1], [0, 1]]);
    assertEquals([ticks(9, 4), ticks(3, 4), ticks(250, 4)], [[0, 5, 10], [0, 1, 2, 3], [0, 100, 200, 300]]);
    assertEquals([ticks(0, 4), ticks(Number.NaN, 4)], [[0, 1], [0, 1]]);
  });

  it("labels are thinned out to those that fit", () => {
    assertEquals([everyNth(30, 6), everyNth(7, 10), everyNth(0, 5), everyNth(5, 0)], [5, 1, 1, 5]);
  });

  const chart = (kind: "bars" | "line", values: readonly (number | undefined)[]) => (
    <Chart
      title="Revenue"
      kind={kind}
      points={values.map((value, at) => ({ label: `Nov ${at + 1}`, name: `Nov ${at + 1}, 2026`, value }))}
      say={(value) => `$${value}.00`}
      sayShort={(value) => `$${value}`}
      summary="$6.00 in 3 days"
      unit="Day"
      values="Amount"
    />
  );

  it("have a summary for a screen reader, and every value in a table", async () => {
    const shown = await show(chart("bars", [1, 2, 3]));
    assertEquals(shown.all("svg[role=img]").map((each) => each.getAttribute("aria-label")), [
      "Revenue: $6.00 in 3 days",
    ]);
    assertEquals(shown.all("tbody tr").map((row) => row.textContent), [
      "Nov 1, 2026$1.00",
      "Nov 2, 2026$2.00",
      "Nov 3, 2026$3.00",
    ]);
    const heights = shown.all(".chart__bar").map((bar) => Number(bar.getAttribute("height")));
    assertEquals(heights.map((height) => Math.round(height / (heights[0] ?? 1))), [1, 2, 3]);
    await shown.close();
  });

  it("is as wide as its container, and follows it", async () => {
    let measured = (_width: number) => {};
    class ResizeObserver {
      constructor(told: (entries: readonly object[]) => void) {
        measured = (width) => told([{ contentRect: { width } }]);
      }
      observe = () => measured(320);
      disconnect() {}
    }
    Object.assign(globalThis, { ResizeObserver });
    try {
      const shown = await show(chart("bars", [1, 2, 3]));
      const width = () => shown.all("svg[role=img]").map((each) => each.getAttribute("width")).join();
      const first = width();
      await shown.change(() => measured(500.4));
      assertEquals([first, width()], ["320", "500"]);
      await shown.close();
    } finally {
      Reflect.deleteProperty(globalThis, "ResizeObserver");
    }
  });

  it("shows the value under the pointer, and none beside the plot or once the pointer leaves", async () => {
    const shown = await show(chart("bars", [1, 2, 3]));
    const [drawn] = shown.all("svg[role=img]");
    assert(drawn !== undefined);
    const readAt = async (clientX: number) => {
      await shown.fire(drawn, "pointermove", { clientX });
      return [shown.all(".chart__read").map((each) => each.textContent).join(), shown.all(".chart__here").length];
    };
    const [none, last] = [["$6.00 in 3 days", 0], ["Nov 3, 2026: $3.00", 1]];
    assertEquals([await readAt(60), await readAt(600)], [["Nov 1, 2026: $1.00", 1], last]);
    assertEquals([await readAt(20), await readAt(600), await readAt(639)], [none, last, none]);
    await readAt(600);
    await shown.fire(drawn, "pointerout");
    assertEquals(shown.all(".chart__here").length, 0);
    await shown.close();
  });

  it("a line goes through every value, even when there is only one or none", () => {
    for (const [values, points] of [[[1, 2, 3], 3], [[5], 1], [[], 0]] as const) {
      const markup = renderToStaticMarkup(chart("line", values));
      const [, d = ""] = /class="chart__curve" d="([^"]*)"/.exec(markup) ?? [];
      assertEquals([...d.matchAll(/[ML]/g)].length, points);
      assertEquals(/NaN|Infinity|style=/.test(markup), false);
    }
  });

  it("a line has a gap where nothing was measured, never a zero, and a single value has a dot", async () => {
    const values = [90, undefined, 80, 70, ...Array.from({ length: 20 }, () => undefined)];
    const markup = renderToStaticMarkup(chart("line", values));
    const [, d = ""] = /class="chart__curve" d="([^"]*)"/.exec(markup) ?? [];
    assertEquals([[...d.matchAll(/M/g)].length, [...d.matchAll(/[ML]/g)].length], [2, 3]);
    assertEquals([...markup.matchAll(/chart__dot/g)].length, 1);
    const shown = await show(chart("line", values));
    assertEquals(shown.all("tbody tr").slice(0, 2).map((row) => row.textContent?.endsWith("–")), [false, true]);
    await shown.close();
  });

  it("a loss is drawn below the base line, not above it", () => {
    const markup = renderToStaticMarkup(chart("bars", [-5, 5, 0]));
    assertEquals(/height="-/.test(markup), false);
    assertStringIncludes(markup, "$-5.00");
    const numberOf = (bar: string, name: string) => Number(new RegExp(` ${name}="([\\d.]+)"`).exec(bar)?.[1]);
    const bars = [...markup.matchAll(/<rect class="chart__bar"[^>]*>/g)]
      .map(([bar]) => [numberOf(bar, "y"), numberOf(bar, "height")]);
    const [[lossY, loss] = [], [gainY = 0, gain = 0] = [], [zeroY, zero] = []] = bars;
    assertEquals([lossY, zeroY, gain > 0 && loss === gain, zero], [gainY + gain, gainY + gain, true, 0]);
    assertEquals(ticks(0, 4, -7), [-8, -6, -4, -2, 0]);
    assertEquals([ticks(5, 4, -5), ticks(1_000, 4, -1)], [[-5, 0, 5], [-500, 0, 500, 1_000]]);
  });

  it("a funnel shows each step, and its share of the first step and of the previous one", async () => {
    const steps = [{ name: "Visit", count: 200 }, { name: "Check", count: 100 }, { name: "Buy", count: 25 }];
    const shown = await show(<Steps title="Funnel" steps={steps} />);
    assertEquals(shown.all("tbody tr").map((row) => row.textContent), [
      "Visit200100.0%",
      "Check10050.0%50.0%",
      "Buy2512.5%25.0%",
    ]);
    assertEquals(shown.all(".funnel__fill").map((bar) => bar.getAttribute("width")), ["1000", "500", "125"]);
    await shown.close();
    const empty = renderToStaticMarkup(<Steps title="Funnel" steps={[{ name: "Visit", count: 0 }]} />);
    assertEquals(/NaN/.test(empty), false);
  });
});

describe("small parts", () => {
  it("a state is a word with a mark, whatever its colour", () => {
    assertStringIncludes(renderToStaticMarkup(<Chip tone="bad">Failed</Chip>), "Failed");
    assertEquals([...renderToStaticMarkup(<Chip>Ended</Chip>).matchAll(/<svg/g)].length, 1);
  });

  it("facts without a value are left out, and a zero is a value", () => {
    const markup = renderToStaticMarkup(
      <Facts
        facts={[{ name: "A", value: "" }, { name: "B", value: null }, { name: "C", value: false }, {
          name: "D",
          value: 0,
        }]}
      />,
    );
    assertEquals([...markup.matchAll(/<dt>(\w)/g)].map(([, name]) => name), ["D"]);
  });

  it("a time names its zone, or is a dash", () => {
    const at = "2026-11-24T10:00:00.000Z";
    const later = (time: ReactNode) =>
      renderToStaticMarkup(<NowContext value={() => Date.parse(at) + 60_000}>{time}</NowContext>);
    assertStringIncludes(later(<Time at={at} />), ">Nov 24, 2026, 10:00:00 UTC<");
    const short = later(<Time at={at} short />);
    assertStringIncludes(short, 'title="Nov 24, 2026, 10:00:00 UTC, 1 minute ago"');
    assertStringIncludes(short, ">Nov 24, 2026<");
    assertStringIncludes(renderToStaticMarkup(<Time at="" />), "–");
  });
});
