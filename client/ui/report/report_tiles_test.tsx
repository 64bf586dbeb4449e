/** The tiles of a report: waterfall, local time, map, confidence, timeline. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { show } from "../../../tests/support/app/component.ts";
import { EMPTY_PHONE_LOOKUP, type Reason } from "../../../server/wire/members/report.ts";
import { SENTENCES } from "../../../server/wire/site/service_sentences.ts";
import { AreaMap } from "./AreaMap.tsx";
import { ConfidenceMeter } from "./ConfidenceMeter.tsx";
import { zoneName } from "../../../server/wire/members/zone_name.ts";
import { FactList } from "./FactList.tsx";
import { FactSheet } from "./FactSheet.tsx";
import { UnknownsPanel } from "./UnknownsPanel.tsx";
import { lineTypeName } from "./line_types.ts";
import { LocalTime, localTimes } from "./LocalTime.tsx";
import { Waterfall, waterfallSteps } from "./Waterfall.tsx";

const reason = (rule: string, points: number, floor: number | null = null): Reason => ({
  rule,
  points,
  floor,
  title: `Rule ${rule}`,
  why: "Because.",
  source: "S",
  without: 0,
});

describe("the waterfall", () => {
  it("adds points first, then raises to the minimum, and never exceeds 100", () => {
    const steps = (...reasons: Reason[]) =>
      waterfallSteps(reasons).map(({ reason, from, to }) => `${reason.rule} ${from}-${to}`);
    assertEquals(steps(reason("F", 30, 90), reason("P", 60)), ["P 0-60", "F 60-90"]);
    assertEquals(steps(reason("P", 60), reason("Q", 50)), ["P 0-60", "Q 60-100"]);
    assertEquals(steps(reason("P", 60), reason("Q", 35), reason("F", 0, 85)), ["P 0-60", "Q 60-95", "F 95-95"]);
  });

  it("W-LOOKUP-01: its figures add up to the score in its band; without reasons there is none", async () => {
    const shown = await show(
      <Waterfall score={{ value: 90, band: "high", reasons: [reason("P", 60), reason("F", 30, 90)] }} />,
    );
    const bars = shown.all(".waterfall__part").map((bar) => [bar.getAttribute("x"), bar.getAttribute("width")]);
    assertEquals(bars, [["0", "60"], ["60", "30"], ["0", "90"]]);
    for (
      const words of [
        "+60",
        "at least 90",
        "With this warning sign, the score is never below 90.",
        "90 out of 100",
        "Source: S.",
        "First we add up the points.",
        "Without “Rule F”, the score is 0.",
      ]
    ) {
      assertStringIncludes(shown.text(), words);
    }
    const titles = shown.all("h4").map((title) => title.textContent);
    assertEquals(titles, ["Rule P", "Rule F"], "each reason once, in the order in which the score is computed");
    assertEquals(shown.all(".waterfall__sum").map((row) => row.dataset["band"]), ["high"]);
    await shown.render(<Waterfall score={{ value: 0, band: "none", reasons: [] }} />);
    assertEquals(shown.has("waterfall"), false);
    await shown.close();
  });
});

describe("time zones", () => {
  it("are all named, London among them, by their places", async () => {
    const facts = { phone: EMPTY_PHONE_LOOKUP, e164: "", dataVersions: [] };
    const zones = ["Europe/Guernsey", "Europe/Isle_of_Man", "Europe/London"];
    const shown = await show(<FactList facts={{ ...facts, timeZones: zones }} />);
    assertStringIncludes(shown.text(), "Guernsey, Isle of Man, London");
    assertEquals(["America/Indiana/Knox", "UTC"].map(zoneName), ["Indiana, Knox", "UTC"]);
    await shown.close();
  });

  it("have one local time, or the earliest and the latest", async () => {
    const at = Date.parse("2027-01-31T12:00:00.000Z");
    const times = (...zones: string[]) => localTimes(zones, at).map((text) => text.replace(/\D/g, "").slice(0, 4));
    assertEquals(times("Europe/London", "Europe/Guernsey").length, 1);
    assertEquals(times("America/New_York", "America/Los_Angeles", "America/Chicago").length, 3);
    assertEquals(times("Asia/Tokyo", "Asia/Kolkata").length, 2);
    assertEquals(localTimes(["No/Where"], at), []);
    const west = localTimes(["America/New_York", "America/Los_Angeles"], at);
    assertEquals(west, [...localTimes(["America/Los_Angeles"], at), ...localTimes(["America/New_York"], at)]);
    const shown = await show(<LocalTime zones={["America/New_York", "America/Los_Angeles"]} />);
    assertStringIncludes(shown.text(), " – ");
    await shown.render(<LocalTime zones={[]} />);
    assertEquals(shown.has("local-time"), false);
    await shown.close();
  });
});

describe("the facts of a report", () => {
  it("has each known fact once, with the time it is there; what is unknown is said elsewhere", async () => {
    const phone = { ...EMPTY_PHONE_LOOKUP, isValid: true, lineType: "mobile", countryCode: "US", countryName: "x" };
    const shown = await show(
      <FactSheet facts={{ phone, e164: "", dataVersions: [], timeZones: ["America/New_York"] }} />,
    );
    const names = shown.all("dt").map((name) => (name.textContent ?? "").trim());
    assertEquals(names, ["Status", "Line type", "Location", "Time zone"]);
    assert(/^New York\d+:\d\d.[AP]M there now$/.test(shown.all("dd")[3]?.textContent ?? ""));
    await shown.render(<FactSheet facts={{ phone, e164: "", dataVersions: [], timeZones: [] }} claimedCountry="GB" />);
    const [name, value] = [shown.all("dt").at(-1), shown.all("dd").at(-1)].map((each) => each?.textContent?.trim());
    assertEquals([name, value], ["Claimed country", "United Kingdom"]);
    await shown.close();
  });
});

describe("what could not be checked", () => {
  it("names every gap; its reason opens on a press", async () => {
    const unknowns = [{ field: "Carrier", why: "Not listed." }, { field: "Owner", why: "Not public." }];
    const shown = await show(<UnknownsPanel unknowns={unknowns} />);
    assertEquals(shown.all("summary").map((each) => (each.textContent ?? "").trim()), ["Carrier", "Owner"]);
    assertEquals(shown.all("details > p").map((each) => each.textContent), ["Not listed.", "Not public."]);
    assertEquals(shown.all("details[open]"), []);
    await shown.close();
  });
});

describe("map and confidence", () => {
  it("a country without an outline has no map", async () => {
    const shown = await show(<AreaMap phone={{ ...EMPTY_PHONE_LOOKUP, countryCode: "US" }} />);
    assertEquals(shown.has("area-map"), false, "no address is known outside of a build");
    await shown.close();
  });

  it("fills a bar for each level of confidence", async () => {
    const full = async (level: "high" | "medium" | "low") => {
      const shown = await show(<ConfidenceMeter level={level} />);
      const bars = shown.all(".meter__bar--full").length;
      assertStringIncludes(shown.text(), `Confidence: ${level}`);
      await shown.close();
      return bars;
    };
    assertEquals([await full("low"), await full("medium"), await full("high")], [1, 2, 3]);
  });
});

describe("the type of a line", () => {
  const PREFIX = "found_line_";

  it("has the same name on the screen as in what services say; one that is not known has none", () => {
    const rows = Object.entries(SENTENCES).filter(([key]) => key.startsWith(PREFIX));
    const { unknown, ...said } = Object.fromEntries(rows.map(([key, text]) => [key.slice(PREFIX.length), text]));
    assert(Object.keys(said).length > 10 && unknown !== undefined);
    assertEquals<unknown>(Object.fromEntries(Object.keys(said).map((type) => [type, lineTypeName(type)])), said);
    assertEquals([lineTypeName("unknown"), lineTypeName("")], ["Unknown", "Unknown"]);
  });
});
