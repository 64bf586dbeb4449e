import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import type { Subscription } from "../../../server/wire/subscriptions.ts";
import { NetworkError, ResponseError } from "../../api/http.ts";
import { findPlan } from "../../../server/wire/plans.ts";
import { chargeDates } from "./charge_dates.ts";
import { cancelPlan, requestByMail } from "./cancel.ts";
import { CANCEL_START, type CancelEvent, cancelReducer, type CancelState } from "./cancel_state.ts";
import { productLines, subscriptionLines } from "./subscription_lines.ts";

const SUBSCRIPTION: Subscription = {
  id: "s1",
  subscription_id: "s1",
  plan_id: "tck_weekly_3dtrial",
  status: "trial",
  email: "ana@example.com",
  user_id: "",
  started_at: "2026-11-21T10:00:00Z",
  current_period_end: "2026-11-24T10:00:00Z",
  next_charge: { at: "2026-11-24T10:00:00Z", cents: 1999 },
  products: [{ plan_id: "tck_pdf_report_otp", bought_at: "2026-11-21T10:00:00Z", cents: 1999, until: "2036-11-21" }],
  credits: 0,
  error: "",
};

function follow(send: (content: string) => Promise<unknown>) {
  let state: CancelState = CANCEL_START;
  const dispatch = (event: CancelEvent) => {
    state = cancelReducer(state, event);
  };
  return { ports: { dispatch, send }, state: () => state };
}

describe("cancelling", () => {
  it("W-UNSUB-01: one call with the content, then it is done", async () => {
    const contents: string[] = [];
    const { ports, state } = follow((content) => {
      contents.push(content);
      return Promise.resolve({ status: "cancelled", until: "2026-11-24T10:00:00Z", error: "" });
    });
    ports.dispatch({ type: "cancel_asked" });
    assertEquals(state().kind, "asking");
    await cancelPlan(ports, "capability");
    assertEquals([contents, state()], [["capability"], { kind: "done", until: "2026-11-24T10:00:00Z" }]);
  });

  it("W-SCREEN-03: a failure never looks like a cancelled plan", async () => {
    const ends = [new NetworkError("x"), new ResponseError(500, ""), new ResponseError(404, { error: "Not found" })];
    for (const end of ends) {
      const { ports, state } = follow(() => Promise.reject(end));
      await cancelPlan(ports, "c");
      const now = state();
      assert(now.kind === "failed" && now.text.length > 5);
    }
    const { ports, state } = follow(() => Promise.resolve({ error: "Already ended" }));
    await cancelPlan(ports, "c");
    assertEquals(state(), { kind: "failed", text: "Already ended" });
  });

  it("the request by e-mail ends the same for every address, and says when nothing was sent", async () => {
    assertEquals(await requestByMail({ send: () => Promise.resolve() }, "a@b.co"), { kind: "sent" });
    const failed = await requestByMail({ send: () => Promise.reject(new NetworkError("x")) }, "a@b.co");
    assert(failed.kind === "failed" && failed.text.includes("no mail was sent"));
  });
});

describe("subscription lines", () => {
  it("W-SUB-01: name, state, next charge and what may be cancelled", () => {
    assertEquals(subscriptionLines(SUBSCRIPTION), {
      name: "Weekly plan with a 3-day trial",
      status: "Trial until 24 Nov 2026",
      next: "Next charge: 19.99 USD on 24 Nov 2026, then every 7 days.",
      mayCancel: true,
    });
    const left = subscriptionLines({ ...SUBSCRIPTION, status: "cancelled", next_charge: null });
    assertEquals([left.status, left.next, left.mayCancel], [
      "Cancelled. Open until 24 Nov 2026",
      "Nothing more will be charged.",
      false,
    ]);
    assertEquals(productLines(SUBSCRIPTION), ["PDF report, until 21 Nov 2036"]);
  });
});

describe("coming charges", () => {
  it("begin at the end of the trial, or of the first full period, and months clamp without drifting", () => {
    const dates = (id: string, start: string) => {
      const plan = findPlan(id);
      return plan === undefined ? [] : chargeDates(plan, Date.parse(start), 3).map((at) => at.slice(0, 10));
    };
    assertEquals(dates("tck_weekly_3dtrial", "2026-11-21T10:00:00Z"), ["2026-11-24", "2026-12-01", "2026-12-08"]);
    assertEquals(dates("tck_3month_plan", "2026-11-30T10:00:00Z"), ["2027-02-28", "2027-05-30", "2027-08-30"]);
  });
});
