/**
 * The scan and its free result, step by step: rows as the server reports them, the end, and what the paid report adds.
 */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { type Clock, install } from "@sinonjs/fake-timers";
import { openStory, show, type Shown, withMotion } from "../../../tests/support/app/component.ts";
import {
  CHECK_STEPS,
  type CheckEvent,
  type CheckResult,
  EMPTY_PHONE_LOOKUP,
} from "../../../server/wire/members/report.ts";
import { NetworkError } from "../../api/http.ts";
import { ROW_INTERVAL_MS } from "./constants.ts";
import { Scanning } from "./Scanning.tsx";
import { Teaser } from "./Teaser.tsx";

const RESULT: CheckResult = {
  facts: {
    phone: {
      ...EMPTY_PHONE_LOOKUP,
      isValid: true,
      phoneNumber: "+16502530000",
      phoneNumberInternational: "+1 650-253-0000",
    },
    e164: "+16502530000",
    timeZones: ["America/New_York"],
    dataVersions: [],
  },
  score: { value: 0, band: "none", reasons: [] },
  paid: { unknowns: 0, memberReports: 0 },
};
const step = (at: number): CheckEvent => ({
  type: "step",
  step: CHECK_STEPS[at] ?? "read",
  finding: `Found ${at}`,
  took_us: 1_500,
});

describe("the scan", () => {
  let clock: Clock;
  beforeEach(() => {
    clock = install({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => clock.uninstall());

  async function open() {
    const done: string[] = [];
    let stream: TransformStream<CheckEvent, CheckEvent> | undefined;
    const signals: AbortSignal[] = [];
    let shown = undefined as unknown as Shown;
    await withMotion(async () => {
      shown = await show(
        <Scanning
          number="+1 650-253-0000"
          check={async function* (signal) {
            signals.push(signal);
            stream = new TransformStream();
            yield* stream.readable;
          }}
          onDone={({ score }) => done.push(`done ${score.band}`)}
          onFailed={(text) => done.push(`failed ${text}`)}
          onOtherNumber={() => done.push("other number")}
        />,
      );
    });
    /** Time that the component's timers see. */
    const pass = async (ms: number) => {
      await shown.change(() => clock.tick(ms));
      await shown.settle();
    };
    const say = async (event: CheckEvent) => {
      const writer = stream?.writable.getWriter();
      void writer?.write(event);
      writer?.releaseLock();
      await shown.settle();
    };
    const close = async () => {
      await shown.close();
      await stream?.writable.abort().catch(() => undefined);
    };
    return {
      shown: { ...shown, close },
      done,
      say,
      pass,
      signals,
      stop: (error: Error) => stream?.writable.abort(error),
    };
  }

  it("W-QUIZ-12: shows one row at a time, and ends when the last one is on screen", async () => {
    const { shown, done, say, pass, signals } = await open();
    const story = openStory(shown);
    story.add("at first");
    await say(step(0));
    story.add("the first step was reported, and is not due");
    const filled = () => [shown.all("[data-done]").length, shown.all(".steps__bars > span").length];
    assertEquals(filled(), [0, 7]);
    await pass(ROW_INTERVAL_MS);
    assertEquals(filled(), [1, 7]);
    story.add("it is due");
    for (let at = 1; at < CHECK_STEPS.length; at++) await say(step(at));
    await say({ type: "done", result: RESULT });
    assertEquals(done, []);
    for (let at = 1; at < CHECK_STEPS.length; at++) await pass(ROW_INTERVAL_MS);
    story.add("all steps");
    assertEquals(done, ["done none"]);
    assertEquals(signals.map(({ aborted }) => aborted), [false]);
    await story.compare("scan");
    assertEquals(signals.map(({ aborted }) => aborted), [true], "a scan that is left ends its call");
  });

  it("a visitor who skips sees each row as soon as it is reported", async () => {
    const { shown, done, say } = await open();
    await say(step(0));
    await shown.focus("scan-skip");
    await shown.press("scan-skip");
    assertEquals(document.activeElement?.tagName, "H1");
    const story = openStory(shown);
    story.add("skipped");
    await say(step(1));
    story.add("the next step");
    await say({ type: "done", result: RESULT });
    assertEquals(done, ["done none"]);
    await story.compare("scan_skipped");
  });

  it("a failure is shown once; the visitor starts again or chooses another number", async () => {
    const { shown, done, say, pass, stop } = await open();
    await say(step(0));
    await pass(ROW_INTERVAL_MS);
    await stop(new NetworkError("down"));
    await pass(0);
    const story = openStory(shown);
    story.add("no answer");
    assertEquals(done.splice(0).map((line) => line.split(" ")[0]), ["failed"]);
    await shown.press(shown.named("Change number"));
    assertEquals(done.splice(0), ["other number"]);
    shown.named("Try again").focus();
    await shown.press(shown.named("Try again"));
    assertEquals(document.activeElement?.tagName, "H1");
    story.add("again");
    await say({ type: "failed", error: "Too many checks." });
    story.add("refused");
    assertEquals(done, ["failed Too many checks."]);
    await story.compare("scan_failed");
  });
});

describe("the free result", () => {
  const reason = { rule: "X", points: 60, floor: null, title: "A rule", why: "Because.", source: "S", without: 0 };
  const part = (more: Partial<CheckResult>, isDanger = false) => (
    <Teaser
      result={{ ...RESULT, ...more }}
      isDanger={isDanger}
      urgent={<p>Urgent</p>}
      advice={<p>Advice</p>}
      price="Plans from $1.00 today for 3 days. Then $19.99 every 7 days from Dec 1, 2026."
      getReport={<a href="/plan">Report</a>}
      otherNumber={<a href="/">Another number</a>}
    />
  );

  it("shows band, reasons and advice, and sells nothing where the report would add nothing", async () => {
    const shown = await show(part({}));
    const story = openStory(shown);
    story.add("nothing against it, nothing to add");
    await shown.render(part({ paid: { unknowns: 1, memberReports: 0 } }));
    story.add("one gap");
    await shown.render(part({ paid: { unknowns: 0, memberReports: 1 } }));
    story.add("one report");
    await shown.render(part({
      score: { value: 60, band: "caution", reasons: [reason] },
      paid: { unknowns: 7, memberReports: 3 },
    }));
    story.add("one reason, gaps and reports");
    await shown.render(part({ score: { value: null, band: "none", reasons: [] } }));
    story.add("no phone number");
    await story.compare("teaser");
  });

  it("says in the verdict what a score without reasons can't tell", async () => {
    const shown = await show(part({}));
    assert(/Caller ID can be spoofed/.test(shown.at("verdict").textContent ?? ""));
    assertEquals(shown.has("reasons"), false);
    await shown.render(part({ score: { value: 90, band: "high", reasons: [reason] } }));
    assertEquals([/Caller ID/.test(shown.at("verdict").textContent ?? ""), shown.has("reasons")], [false, true]);
    await shown.close();
  });

  it("says in danger what to do before reasons and facts, and offers the report last and out of the bar", async () => {
    const bad: Partial<CheckResult> = {
      score: { value: 90, band: "high", reasons: [reason] },
      paid: { unknowns: 7, memberReports: 0 },
    };
    const shown = await show(part(bad, true));
    const places = ["High risk", "Advice", "Why this score", "What we know", "What's in the full report"]
      .map((words) => shown.text().indexOf(words));
    assertEquals(places, places.toSorted((one, other) => one - other));
    assertEquals([places.includes(-1), shown.all(".pinned").length], [false, 0]);
    await shown.render(part(bad));
    assertEquals(shown.all(".pinned").length, 1);
    await shown.close();
  });
});
