import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { NetworkError, ResponseError } from "../../api/http.ts";
import type { NumberReport } from "../../../server/wire/members/member_reports.ts";
import { sendMemberReport, withdrawMemberReport } from "./member_report.ts";
import {
  MEMBER_REPORT_START,
  type MemberReportEvent,
  memberReportReducer,
  type MemberReportState,
} from "./member_report_state.ts";

const OWN: NumberReport = {
  id: "r1",
  e164: "+16502530000",
  bad: true,
  kind: "fraud",
  text: "My bank",
  at: "2027-01-31T10:00:00.000Z",
};

async function run(start: Partial<MemberReportState>, answer: () => Promise<unknown> = () => Promise.resolve()) {
  const sent: unknown[] = [];
  let state: MemberReportState = { ...MEMBER_REPORT_START, ...start };
  const take = async (body: unknown) => {
    sent.push(body);
    await answer();
  };
  const dispatch = (event: MemberReportEvent) => {
    state = memberReportReducer(state, event);
  };
  const report = (body: unknown) => take(body).then(() => OWN);
  const own = () => Promise.resolve(undefined);
  await sendMemberReport({ dispatch, own, report, dispute: take, withdraw: take }, state, "+16502530000");
  return { state, sent };
}

const after = (...events: readonly MemberReportEvent[]) => events.reduce(memberReportReducer, MEMBER_REPORT_START);
const written = ({ form, choice, words }: MemberReportState) => [form, choice, words];
const open = (form: "report" | "dispute") => ({ type: "opened", form }) as const;

describe("the member's own report", () => {
  const loaded = { type: "loaded", own: OWN } as const;
  it("is in the form when it opens, or when it arrives before anything is written", () => {
    const own = ["report", "fraud", "My bank"];
    assertEquals(written(after(loaded, open("report"))), own);
    assertEquals(written(after(open("report"), loaded)), own);
    assertEquals(written(after(open("report"), { type: "written", words: "New" }, loaded)), ["report", "", "New"]);
    assertEquals(written(after(loaded, open("dispute"))), ["dispute", "", ""]);
    assertEquals(
      written(after(loaded, open("report"), { type: "written", words: "" }, { type: "closed" }, open("report"))),
      own,
    );
  });
  it("is what was last sent, whichever answer comes later", () => {
    const sent = { type: "saved", own: { ...OWN, text: "New" } } as const;
    assertEquals(after(open("report"), { type: "sent" }, sent, loaded).own?.text, "New");
    assertEquals(after(loaded, open("dispute"), { type: "saved" }).own, OWN);
  });
  it("is withdrawn, and stays with what is written when that fails", async () => {
    for (const error of [undefined, new ResponseError(429, { error: "Later" }), new NetworkError("no")]) {
      let state = after(loaded, open("report"), { type: "written", words: "Newer" });
      const ids: string[] = [];
      await withdrawMemberReport({
        withdraw: (id) => {
          ids.push(id);
          return error === undefined ? Promise.resolve() : Promise.reject(error);
        },
        dispatch: (event) => {
          state = memberReportReducer(state, event);
        },
      }, OWN.id);
      assertEquals([ids, state.isBusy, state.isWithdrawing], [["r1"], false, false]);
      if (error === undefined) {
        assertEquals([state.submitted, state.own, state.form], ["withdrawal", undefined, undefined]);
      } else assertEquals([state.own, ...written(state)], [OWN, "report", "fraud", "Newer"]);
    }
    assertEquals(written(after(loaded, open("report"), { type: "withdrawn" }, open("report"))), ["report", "", ""]);
  });
});

describe("reporting a number", () => {
  it("sends a report with the verdict of its kind, and thanks the member", async () => {
    for (const [choice, bad] of [["fraud", true], ["known_firm", false]] as const) {
      const { state, sent } = await run({ form: "report", choice, words: " Said they were my bank " });
      assertEquals(sent, [{ phone_number: "+16502530000", bad, kind: choice, text: "Said they were my bank" }]);
      assertEquals([state.submitted, state.form, state.words], ["report", undefined, ""]);
    }
  });
  it("sends a dispute", async () => {
    const { state, sent } = await run({ form: "dispute", choice: "mine" });
    assertEquals(sent, [{ phone_number: "+16502530000", reason: "mine", text: "" }]);
    assertEquals(state.submitted, "dispute");
  });
  it("sends nothing before a choice, and never the choice of the other form", async () => {
    for (const [form, choice] of [["report", ""], ["report", "mine"], ["dispute", "fraud"]] as const) {
      const { state, sent } = await run({ form, choice });
      assertEquals(sent, []);
      assertMatch(state.error, /Select/);
    }
  });
  it("keeps what is written in one form while the other is open, until it is sent or discarded", () => {
    const report: readonly MemberReportEvent[] = [
      open("report"),
      { type: "chosen", choice: "fraud" },
      { type: "written", words: "My bank" },
    ];
    assertEquals(written(after(...report, open("dispute"))), ["dispute", "", ""]);
    assertEquals(written(after(...report, open("dispute"), open("report"))), ["report", "fraud", "My bank"]);
    for (const end of ["closed", "saved"] as const) {
      assertEquals(written(after(...report, open("dispute"), { type: end }, open("report"))), [
        "report",
        "fraud",
        "My bank",
      ]);
      const ended = [...report, open("dispute"), open("report"), { type: end }] as const;
      assertEquals(written(after(...ended, open("report"))), ["report", "", ""]);
    }
  });
  it("stays with the form that is sent until its answer, so that it is neither thanked for as the other nor discarded", () => {
    const sent = after(
      open("dispute"),
      { type: "written", words: "Not me" },
      open("report"),
      { type: "chosen", choice: "fraud" },
      { type: "sent" },
    );
    for (const event of [open("dispute"), open("report"), { type: "closed" }] as const) {
      const meanwhile = memberReportReducer(sent, event);
      assertEquals([...written(meanwhile), meanwhile.isBusy], ["report", "fraud", "", true]);
      const saved = memberReportReducer(meanwhile, { type: "saved", own: OWN });
      assertEquals([saved.submitted, saved.form], ["report", undefined]);
      assertEquals(written(memberReportReducer(saved, open("dispute"))), ["dispute", "", "Not me"]);
      const failed = memberReportReducer(meanwhile, { type: "failed", error: "Later" });
      assertEquals([...written(failed), failed.error], ["report", "fraud", "", "Later"]);
      assertEquals(memberReportReducer(failed, open("dispute")).form, "dispute");
    }
  });
  it("keeps the text when it fails, and shows the server's message", async () => {
    const refused = () => Promise.reject(new ResponseError(429, { error: "Later" }));
    const first = await run({ form: "report", choice: "fraud", words: "x" }, refused);
    assertEquals([first.state.error, first.state.words, first.state.isBusy], ["Later", "x", false]);
    const lost = await run({ form: "report", choice: "fraud" }, () => Promise.reject(new NetworkError("no")));
    assertMatch(lost.state.error, /still here/);
  });
});
