import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { NetworkError, ResponseError } from "../../api/http.ts";
import { sendMemberReport } from "./member_report.ts";
import {
  MEMBER_REPORT_START,
  type MemberReportEvent,
  memberReportReducer,
  type MemberReportState,
} from "./member_report_state.ts";

async function run(start: Partial<MemberReportState>, answer: () => Promise<void> = () => Promise.resolve()) {
  const sent: unknown[] = [];
  let state: MemberReportState = { ...MEMBER_REPORT_START, ...start };
  const take = (body: unknown) => {
    sent.push(body);
    return answer();
  };
  const dispatch = (event: MemberReportEvent) => {
    state = memberReportReducer(state, event);
  };
  await sendMemberReport({ dispatch, report: take, dispute: take }, state, "+16502530000");
  return { state, sent };
}

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
    const after = (...events: readonly MemberReportEvent[]) => {
      const { form, choice, words } = events.reduce(memberReportReducer, MEMBER_REPORT_START);
      return [form, choice, words];
    };
    const open = (form: "report" | "dispute") => ({ type: "opened", form }) as const;
    const report: readonly MemberReportEvent[] = [
      open("report"),
      { type: "chosen", choice: "fraud" },
      { type: "written", words: "My bank" },
    ];
    assertEquals(after(...report, open("dispute")), ["dispute", "", ""]);
    assertEquals(after(...report, open("dispute"), open("report")), ["report", "fraud", "My bank"]);
    for (const end of ["closed", "saved"] as const) {
      assertEquals(after(...report, open("dispute"), { type: end }, open("report")), ["report", "fraud", "My bank"]);
      const ended = [...report, open("dispute"), open("report"), { type: end }] as const;
      assertEquals(after(...ended, open("report")), ["report", "", ""]);
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
