/** The parts of a report, step by step: what each press shows, sends and keeps. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { install } from "@sinonjs/fake-timers";
import { heldCall, openStory, show } from "../../../tests/support/app/component.ts";
import type { Watch } from "../../../server/wire/members/alerts.ts";
import type { NumberReport } from "../../../server/wire/members/member_reports.ts";
import { listedUnknowns } from "../../../server/wire/members/listed_unknowns.ts";
import {
  type Checked,
  EMPTY_PHONE_LOOKUP,
  type History,
  type ReportBody,
} from "../../../server/wire/members/report.ts";
import { NetworkError, ResponseError } from "../../api/http.ts";
import { paths } from "../../lib/browser/paths.ts";
import { HistoryList } from "./HistoryList.tsx";
import { MemberReportForm } from "./MemberReportForm.tsx";
import { NumberAlert } from "./NumberAlert.tsx";
import { RecentChecks } from "./RecentChecks.tsx";
import { ReportDownloads } from "./ReportDownloads.tsx";
import { CheckTimeline } from "./view/CheckTimeline.tsx";
import { ReportBar } from "./view/ReportBar.tsx";
import { ReportView } from "./view/ReportView.tsx";

const AT = "2027-01-31T10:00:00.000Z";
const E164 = "+16502530000";
const WATCH: Watch = {
  id: "w1",
  e164: E164,
  number: "+1 650-253-0000",
  country: "US",
  score: 20,
  band: "some",
  email: "ann@example.com",
  since: AT,
  changed: "",
  before: null,
  report_id: "",
};

const OWN: NumberReport = {
  id: "r1",
  e164: E164,
  bad: true,
  kind: "fraud",
  text: "They said they were my bank",
  at: AT,
};

describe("reporting and disputing a number", () => {
  it("opens one form at a time, asks for a choice, and keeps the words when a call fails", async () => {
    const sent: unknown[] = [];
    let held = heldCall<void>();
    const take = async (body: unknown) => {
      sent.push(body);
      await held.promise;
    };
    const own = () => Promise.resolve(undefined);
    const report = (body: unknown) => take(body).then(() => OWN);
    const ports = { own, report, dispute: take, withdraw: take };
    const shown = await show(<MemberReportForm e164={E164} hasReports ports={ports} />);
    const story = openStory(shown);
    story.add("at first");
    await shown.press("report-number");
    story.add("report was pressed");
    await shown.press("report-number");
    story.add("pressed again");
    await shown.press("dispute-number");
    story.add("dispute was pressed");
    await shown.press("report-number");
    await shown.press("tell-send");
    story.add("sent without a choice");
    await shown.type("tell-choice", "fraud");
    await shown.type(shown.all("textarea")[0] ?? "none", "They said they were my bank");
    await shown.press("tell-send");
    story.add("sending");
    held.fail(new NetworkError("down"));
    await shown.settle();
    story.add("no answer");
    held = heldCall();
    await shown.press("tell-send");
    held.answer();
    await shown.settle();
    story.add("sent");
    assertMatch(document.activeElement?.textContent ?? "", /^Thank you\. Your report counts/);
    await shown.press("dispute-number");
    await shown.press(shown.named("Discard"));
    story.add("a dispute was left");
    held = heldCall();
    await shown.press("dispute-number");
    await shown.type("tell-choice", "mine");
    await shown.press("tell-send");
    held.answer();
    await shown.settle();
    story.add("disputed");
    const body = { phone_number: E164, bad: true, kind: "fraud", text: "They said they were my bank" };
    assertEquals(sent, [body, body, { phone_number: E164, reason: "mine", text: "" }]);
    await story.compare("member_report_form");
  });

  it("offers no other form while one is sent or withdrawn", async () => {
    let held = heldCall<void>();
    const ports = {
      own: () => Promise.resolve(OWN),
      report: () => held.promise.then(() => OWN),
      dispute: () => Promise.resolve(),
      withdraw: () => held.promise,
    };
    const shown = await show(<MemberReportForm e164={E164} hasReports ports={ports} />);
    const others = () => ["Change your report", "Dispute reports", "Discard"].map((name) => shown.named(name));
    for (const act of ["tell-send", "tell-withdraw"]) {
      held = heldCall();
      await shown.press("report-number");
      assertEquals(others().map((button) => button.hasAttribute("disabled")), [false, false, false]);
      await shown.press(act);
      assertEquals(others().map((button) => button.hasAttribute("disabled")), [true, true, true]);
      held.answer();
      await shown.settle();
      assertEquals(shown.named("Dispute reports").hasAttribute("disabled"), false);
    }
    await shown.close();
  });

  it("shows the member's own report, and withdraws it", async () => {
    const held = heldCall<void>();
    const withdrawn: string[] = [];
    const ports = {
      own: () => Promise.resolve(OWN),
      report: () => Promise.resolve(OWN),
      dispute: () => Promise.resolve(),
      withdraw: (id: string) => {
        withdrawn.push(id);
        return held.promise;
      },
    };
    const shown = await show(<MemberReportForm e164={E164} hasReports ports={ports} />);
    const story = openStory(shown);
    await shown.press("report-number");
    story.add("report was pressed");
    await shown.press("tell-withdraw");
    story.add("withdrawing");
    held.answer();
    await shown.settle();
    story.add("withdrawn");
    assertEquals(withdrawn, [OWN.id]);
    await story.compare("member_report_withdrawal");
  });
});

describe("the alert of a number", () => {
  it("is started, ended, and kept as it is when a call fails", async () => {
    const calls: string[] = [];
    let held = heldCall<Watch>();
    const ports = {
      list: () => Promise.resolve([{ ...WATCH, id: "w0", e164: "+442079460000" }]),
      start: (e164: string) => {
        calls.push(`start ${e164}`);
        return held.promise;
      },
      end: async (id: string) => {
        calls.push(`end ${id}`);
        await held.promise;
      },
    };
    const shown = await show(<NumberAlert e164={E164} ports={ports} />);
    const story = openStory(shown);
    story.add("another number has an alert");
    await shown.press("watch-toggle");
    story.add("starting");
    held.answer(WATCH);
    await shown.settle();
    story.add("started");
    held = heldCall();
    await shown.press("watch-toggle");
    held.fail(new ResponseError(500, ""));
    await shown.settle();
    story.add("ending failed");
    held = heldCall();
    await shown.press("watch-toggle");
    held.answer(WATCH);
    await shown.settle();
    story.add("ended");
    held = heldCall();
    await shown.press("watch-toggle");
    held.fail(new NetworkError("down"));
    await shown.settle();
    story.add("no answer");
    assertEquals(calls, [`start ${E164}`, "end w1", "end w1", `start ${E164}`]);
    await story.compare("number_alert");
  });

  it("is remembered from earlier, and the switch works without the list", async () => {
    const ports = {
      list: () => Promise.resolve([WATCH]),
      start: () => Promise.resolve(WATCH),
      end: () => Promise.resolve(),
    };
    const known = await show(<NumberAlert e164={E164} ports={ports} />);
    assertEquals(known.at("watch-toggle").getAttribute("aria-checked"), "true");
    await known.close();
    const lost = await show(
      <NumberAlert e164={E164} ports={{ ...ports, list: () => Promise.reject(new Error("x")) }} />,
    );
    await lost.press("watch-toggle");
    assertEquals(lost.at("watch-toggle").getAttribute("aria-checked"), "true");
    await lost.close();
    const list = heldCall<readonly Watch[]>();
    const late = await show(<NumberAlert e164={E164} ports={{ ...ports, list: () => list.promise }} />);
    await late.press("watch-toggle");
    list.answer([]);
    await late.settle();
    assertEquals(late.at("watch-toggle").getAttribute("aria-checked"), "true", "a list from before the press");
    await late.close();
  });
});

describe("downloads", () => {
  it("one file at a time; a refusal says where the PDF is sold", async () => {
    const calls: string[] = [];
    let held = heldCall<void>();
    const save = (what: string) => () => {
      calls.push(what);
      return held.promise;
    };
    const shown = await show(
      <ReportDownloads savePdf={save("pdf")} saveData={save("data")} buy={() => <a href="/offers">Buy it</a>} />,
    );
    const story = openStory(shown);
    story.add("at first");
    await shown.press("save-pdf");
    await shown.press(shown.named("Download data"));
    story.add("making the PDF");
    held.fail(new ResponseError(403, { error: "The PDF is not part of your plan." }));
    await shown.settle();
    story.add("refused");
    held = heldCall();
    await shown.press(shown.named("Download data"));
    story.add("saving the data");
    held.answer();
    await shown.settle();
    story.add("saved");
    for (const error of [new NetworkError("down"), new ResponseError(500, "")]) {
      held = heldCall();
      await shown.press("save-pdf");
      held.fail(error);
      await shown.settle();
      story.add(error.name);
    }
    assertEquals(calls, ["pdf", "data", "pdf", "pdf"]);
    await story.compare("report_downloads");
    const alone = await show(<ReportDownloads savePdf={save("pdf")} />);
    assertEquals(alone.text(), "Download PDF");
    await alone.close();
  });
});

describe("recent checks", () => {
  it("open their stored reports, which costs nothing, and lead to the whole history", async () => {
    const clock = install({ now: new Date(2027, 1, 1, 12), toFake: ["Date"] });
    const at = (...day: [year: number, month: number, day: number, hour: number]) => new Date(...day).toISOString();
    const row = { e164: E164, number: "+1 650-253-0000", country: "US", score: 90, band: "high" } as const;
    const recent = [
      { ...row, report_id: "r6", at: at(2027, 1, 1, 0) },
      { ...row, report_id: "r5", at: at(2027, 0, 31, 23) },
      { ...row, report_id: "r4", at: at(2027, 0, 30, 23) },
      { ...row, report_id: "r3", at: at(2026, 11, 31, 12) },
      { ...row, report_id: "r2", at: at(2026, 11, 30, 12) },
      { ...row, report_id: "r1", at: at(2026, 11, 29, 12) },
    ];
    const shown = await show(<RecentChecks recent={recent} />, { path: "/" });
    const links = shown.all("a").map((link) => link.getAttribute("href"));
    const latest = ["r6", "r5", "r4", "r3", "r2"];
    assertEquals(links, [paths.view("history"), ...latest.map(paths.storedReport)], "the history has the others");
    const days = shown.all("li").map((each) => /High risk(.*)/.exec(each.textContent ?? "")?.[1]);
    assertEquals(days.slice(0, 4), ["Today", "Yesterday", "Jan\u00a030", "Dec\u00a031,\u00a02026"]);
    assertEquals(shown.all("button"), [], "no press repeats a check");
    await shown.close();
    clock.uninstall();
  });
});

describe("the history", () => {
  const row = (id: string, more: Partial<Checked> = {}): Checked => ({
    report_id: id,
    e164: "+16502530000",
    number: "+1 650-253-0000",
    country: "US",
    score: 20,
    band: "some",
    at: new Date(2027, 0, 31, 10).toISOString(),
    ...more,
  });

  it("is shown page by page in order; a failed page can be retried", async () => {
    const clock = install({ now: new Date(2027, 0, 31, 12), toFake: ["Date"] });
    const asked: string[] = [];
    let held = heldCall<History>();
    const shown = await show(
      <HistoryList
        title="History"
        load={(before) => {
          asked.push(before);
          return held.promise;
        }}
      />,
      { path: "/" },
    );
    const story = openStory(shown);
    story.add("loading");
    held.fail(new NetworkError("down"));
    await shown.settle();
    story.add("no answer");
    held = heldCall();
    await shown.press(shown.named("Try again"));
    held.answer({ rows: [row("r1"), row("r2", { country: "", score: null, band: "none" })], next: "r2" });
    await shown.settle();
    story.add("the first page");
    held = heldCall();
    await shown.press(shown.named("Show older"));
    story.add("loading older ones");
    held.fail(new ResponseError(500, ""));
    await shown.settle();
    story.add("failed");
    held = heldCall();
    shown.named("Try again").focus();
    await shown.press(shown.named("Try again"));
    held.answer({ rows: [row("r3")], next: "" });
    await shown.settle();
    story.add("the last page");
    assertEquals(shown.all("li a")[2]?.matches(":focus"), true, "the first of the rows that the press brought");
    const opens = shown.all("li a").map((link) => link.getAttribute("href"));
    assertEquals(opens[1], paths.storedReport("r2"));
    assertEquals(asked, ["", "", "r2", "r2"]);
    await story.compare("history");
    clock.uninstall();
  });

  it("is grouped by day, with times; a longer list is searched by number and country, and filtered by band", async () => {
    const clock = install({ now: new Date(2027, 5, 1, 12), toFake: ["Date"] });
    const at = (day: number, hour: number) => new Date(2027, 0, day, hour).toISOString();
    const rows = [
      row("r1", { number: "+44 909 879 0123", country: "GB", score: 90, band: "high", at: at(31, 14) }),
      row("r2", { at: at(31, 9) }),
      row("r3", { number: "+1 212-555-0100", at: at(30, 23) }),
      row("r4", { number: "+1 212-555-0101", score: 95, band: "high", at: at(30, 1) }),
      row("r5", { number: "+49 30 123456", country: "DE", at: at(1, 10) }),
    ];
    const open = async (checks: readonly Checked[], next = "") =>
      await show(<HistoryList title="History" load={() => Promise.resolve({ rows: [...checks], next })} />, {
        path: "/",
      });
    const few = await open(rows);
    assertEquals(few.all("[data-testid=history-search], .chip"), []);
    await few.close();
    const shown = await open([...rows, row("r6", { at: at(1, 9) })]);
    const said = (part: Element | null | undefined) => (part?.textContent ?? "").replaceAll("\u00a0", " ");
    const days = () =>
      shown.all("section section").map((day) => [
        said(day.querySelector("h2") as unknown as Element),
        [...day.querySelectorAll(".number-row__number")].map((part) => said(part as unknown as Element)),
      ]);
    assertEquals(days(), [
      ["Jan 31", ["+44 909 879 0123", "+1 650 253 0000"]],
      ["Jan 30", ["+1 212 555 0100", "+1 212 555 0101"]],
      ["Jan 1", ["+49 30 123456", "+1 650 253 0000"]],
    ]);
    assertMatch(shown.text().replaceAll("\u00a0", " "), /High risk ?2:00 PM/);
    assertEquals(shown.all(".chip").map((chip) => chip.textContent), ["All6", "High risk2", "Some signals4"]);
    await shown.type("history-search", "1212 555");
    assertEquals(days(), [["Jan 30", ["+1 212 555 0100", "+1 212 555 0101"]]]);
    for (const dialed of ["00 1 212", "0212 555"]) {
      await shown.type("history-search", dialed);
      assertEquals(days(), [["Jan 30", ["+1 212 555 0100", "+1 212 555 0101"]]], dialed);
    }
    await shown.press("history-high");
    assertEquals(days(), [["Jan 30", ["+1 212 555 0101"]]]);
    const pressed = () => shown.all(".chip").map((chip) => chip.getAttribute("aria-pressed"));
    assertEquals(pressed(), ["false", "true", "false"]);
    await shown.type("history-search", " united king");
    assertEquals(days(), [["Jan 31", ["+44 909 879 0123"]]]);
    await shown.type("history-search", "france");
    assertEquals(days(), []);
    assertMatch(shown.text(), /No checks match.*Try other digits/);
    await shown.focus("history-search");
    shown.named("Show all checks").focus();
    await shown.press(shown.named("Show all checks"));
    assertEquals(shown.all("li a")[0]?.matches(":focus"), true);
    assertEquals([days().length, pressed()], [3, ["true", "false", "false"]]);
    await shown.close();
    const paged = await open([...rows, row("r6")], "r6");
    assertEquals(paged.all(".chip").map((chip) => chip.textContent), ["All", "High risk", "Some signals"]);
    await paged.type("history-search", "france");
    assertMatch(paged.text(), /No matches in the checks loaded so far.*Show older/);
    await paged.close();
    clock.uninstall();
  });

  it("shows the same rows again on the way back from a report", async () => {
    const asked: string[] = [];
    const load = (before: string): Promise<History> => {
      asked.push(before);
      const rows = ["a", "b", "c", "d", "e", "f"].map((id) =>
        row(before + id, { country: before === "" ? "US" : "GB" })
      );
      return Promise.resolve({ rows, next: before === "" ? "older" : before === "older" ? "oldest" : "" });
    };
    function Places() {
      const { pathname } = useLocation();
      const navigate = useNavigate();
      return (
        <>
          <button type="button" data-testid="back" onClick={() => void navigate(-1)}>Back</button>
          <Link to="/list" data-testid="anew">History</Link>
          {pathname === "/list" ? <HistoryList title="History" load={load} /> : <p>A report</p>}
        </>
      );
    }
    const shown = await show(<Places />, { path: "/" });
    await shown.press("anew");
    await shown.press(shown.named("Show older"));
    await shown.type("history-search", "united king");
    await shown.press(shown.all("li a")[0] ?? "none");
    assertStringIncludes(shown.text(), "A report");
    asked.length = 0;
    await shown.press("back");
    await shown.settle();
    assertEquals([shown.all("li a").length, asked], [6, ["", "older"]]);
    assertEquals(Reflect.get(shown.at("history-search"), "value"), "united king");
    await shown.press("back");
    await shown.press("anew");
    assertEquals([shown.all("li a").length, Reflect.get(shown.at("history-search"), "value")], [6, ""]);
    await shown.close();
  });

  it("says so when nothing was looked up", async () => {
    const history = <HistoryList title="History" load={() => Promise.resolve({ rows: [], next: "" })} />;
    const shown = await show(history, { path: "/" });
    const story = openStory(shown);
    story.add("none");
    await story.compare("history_empty");
  });
});

describe("the timeline of a number", () => {
  it("has each check with its score and date, newest first, also below an older report", async () => {
    const rows = [
      { report_id: "r1", score: 20, band: "some", at: "2026-11-30T10:00:00.000Z" },
      { report_id: "r3", score: null, band: "none", at: "2027-01-31T10:00:00.000Z" },
      { report_id: "r2", score: 65, band: "caution", at: "2026-12-24T10:00:00.000Z" },
    ] as const;
    const shown = await show(<CheckTimeline rows={rows} />);
    const said = shown.all("li").map((row) => (row.textContent ?? "").trim().replaceAll("\u00a0", " "));
    assertEquals(said, ["No scoreJan 31, 2027", "65, cautionDec 24, 2026", "20, some signalsNov 30, 2026"]);
    const dates = shown.all("time").map((date) => date.getAttribute("datetime"));
    assertEquals(dates, [rows[1].at, rows[2].at, rows[0].at]);
    await shown.render(<CheckTimeline rows={rows.slice(0, 1)} />);
    assertEquals(shown.text(), "", "the first check has no history");
    await shown.close();
  });
});

describe("the report", () => {
  const phone = {
    ...EMPTY_PHONE_LOOKUP,
    isValid: true,
    phoneNumberInternational: "+1 650-253-0000",
    countryCode: "US",
  };
  const BODY: ReportBody = {
    id: "r1",
    created_at: AT,
    facts: { e164: E164, phone, timeZones: ["America/New_York"], dataVersions: ["numbers 1", "rules 2"] },
    score: {
      value: 62,
      band: "caution",
      reasons: [{ rule: "X", points: 30, floor: null, title: "A rule", why: "Because.", source: "S", without: 32 }],
    },
    confidence: { level: "medium", why: ["One source answered."] },
    unknowns: [{ field: "carrier", why: "No source says." }, { field: "owner", title: "Owner", why: "Not public." }],
    memberReports: { count: 1, bad: 1 },
  } as unknown as ReportBody;

  it("shows score, facts, how sure it is, what is unknown and what members reported", async () => {
    const clock = install({ now: new Date(AT), toFake: ["Date"] });
    const shown = await show(
      <ReportView
        report={BODY}
        actions={<p>Actions</p>}
        advice={<p>Advice</p>}
        memberReportForm={<p>Form</p>}
      />,
    );
    const story = openStory(shown);
    story.add("a report");
    const other = (more: Partial<ReportBody>) => shown.render(<ReportView report={{ ...BODY, ...more }} />);
    await other({});
    story.add("an old one, without downloads");
    await other({ score: { ...BODY.score, value: 0, band: "none", reasons: [] } });
    story.add("without reasons");
    await other({ memberReports: { ...BODY.memberReports, count: 0, bad: 0 } });
    story.add("not reported");
    await other({ memberReports: { ...BODY.memberReports, count: 7, bad: 5, disputed: true } });
    story.add("disputed");
    for (const level of ["high", "low"] as const) {
      await other({ confidence: { ...BODY.confidence, level } });
      story.add(`sure: ${level}`);
    }
    await other({ facts: { ...BODY.facts, phone: { ...phone, phoneNumberInternational: "" } } });
    story.add("a number without its international form");
    await story.compare("report");
    clock.uninstall();
  });

  it("lists as not checked what the free result counts; what member reports lack is said with them", async () => {
    const unknowns = ["carrier", "reports", "callerId"].map((field) => ({ field, why: `No ${field}.` }));
    const shown = await show(<ReportView report={{ ...BODY, unknowns, memberReports: { count: 0, bad: 0 } }} />);
    assertEquals(shown.all(".unknowns summary").map((row) => row.textContent?.trim()), [
      "Carrier",
      "Spoofed caller ID",
    ]);
    assertEquals(shown.all(".unknowns li").length, listedUnknowns(unknowns).length);
    assertEquals(shown.text().split("No reports.").length, 2);
    await shown.close();
  });
});

it("the bar of a report marks the part that is being read", async () => {
  const tops: Record<string, number> = { "report-advice": 300, "report-facts": 700, "report-why": 1200 };
  const shown = await show(
    <>
      <ReportBar number="+1 650 253 0000" checkedAt={AT} />
      {Object.keys(tops).map((id) => <p key={id} id={id} />)}
    </>,
  );
  Object.assign(globalThis, { innerHeight: 900 });
  const scrollTo = async (y: number) => {
    for (const [id, top] of Object.entries(tops)) {
      const part = document.getElementById(id);
      if (part !== null) part.getBoundingClientRect = () => new DOMRect(0, top - y, 1, 1);
    }
    dispatchEvent(new Event("scroll"));
    await shown.settle();
    return shown.all("[aria-current]").map(({ textContent }) => textContent);
  };
  assertEquals(await scrollTo(0), ["What to do"]);
  assertEquals(await scrollTo(1100), ["Why"]);
  assertEquals(await scrollTo(600), ["Facts"]);
  await shown.close();
});
