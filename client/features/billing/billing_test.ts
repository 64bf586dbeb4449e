import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Shown } from "../../../server/wire/billing/purchase.ts";
import type { AgreedChange, Change, Charge, Subscription } from "../../../server/wire/billing/subscriptions.ts";
import { NetworkError, ResponseError } from "../../api/http.ts";
import { findPlan } from "../../../server/wire/billing/plans.ts";
import { calendarFile } from "./calendar_file.ts";
import { CHANGE_START, type ChangeEvent, changeReducer, type ChangeState } from "./plan_changes/change_state.ts";
import { agreeTo, askPrice, type ChangePorts, changeSentence } from "./plan_changes/changes.ts";
import { backCents, chargeLine } from "./charge_lines.ts";
import { chargeDates } from "./charge_dates.ts";
import { cancelPlan, requestByEmail } from "./cancel.ts";
import { CANCEL_START, type CancelEvent, cancelReducer, type CancelState } from "./cancel_state.ts";
import { creditsText } from "../../lib/format/checks_left.ts";
import { productLines, subscriptionLines, upcomingName } from "./subscription_lines.ts";

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

  it("the request by email ends the same for every address, and reports a failed call", async () => {
    assertEquals(await requestByEmail({ send: () => Promise.resolve() }, "a@b.co"), { kind: "sent" });
    const failed = await requestByEmail({ send: () => Promise.reject(new NetworkError("x")) }, "a@b.co");
    assert(failed.kind === "failed" && failed.text.includes("we don't know whether the email was sent"));
  });
});

describe("subscription lines", () => {
  it("name one credit and several", () => {
    assertEquals([creditsText(1), creditsText(2)], [
      "1 check left in your packs.",
      "2 checks left in your packs.",
    ]);
  });

  it("give name, state, next charge and whether it can be cancelled", () => {
    assertEquals(subscriptionLines(SUBSCRIPTION), {
      name: "Weekly plan",
      status: "Trial until Nov\u00a024",
      charge: { sum: "$19.99", when: "Nov\u00a024,\u00a02026, then every 7 days" },
      next: "",
      mayCancel: true,
    });
    const left = subscriptionLines({ ...SUBSCRIPTION, status: "cancelled", next_charge: null });
    assertEquals([left.status, left.charge, left.next, left.mayCancel], [
      "Canceled. Access until Nov\u00a024,\u00a02026",
      undefined,
      "You won't be charged for this plan again.",
      false,
    ]);
    const ended = { ...SUBSCRIPTION, status: "ended", next_charge: null } as const;
    assertEquals(subscriptionLines(ended).status, "Ended on Nov\u00a024,\u00a02026");
    assertEquals(upcomingName(SUBSCRIPTION), "Weekly plan");
    assertEquals(upcomingName({ ...SUBSCRIPTION, next_plan_id: "tck_3month_plan" }), "Quarterly plan");
    assertEquals(productLines(SUBSCRIPTION), [{
      name: "PDF report",
      until: "Access until Nov\u00a021,\u00a02036",
    }]);
  });
});

describe("what is shown with a plan", () => {
  it("a withdrawn product and a pack that is over are not listed; two packs of a kind are", () => {
    const product = (plan_id: string, until: string) => ({ plan_id, bought_at: "2020-01-01", cents: 499, until });
    const products = [
      product("tck_avoid_scam_otp", "2021-01-01"),
      product("tck_pdf_report_otp", "2036-11-21"),
      product("tck_pdf_report_otp", "2036-11-21"),
    ];
    assertEquals(productLines({ ...SUBSCRIPTION, products }).map(({ name }) => name), ["PDF report", "PDF report"]);
  });
  it("a pause and a plan change are shown with the charge they affect", () => {
    const paused = { ...SUBSCRIPTION, status: "paused" as const, paused_until: "2027-01-24T10:00:00Z" };
    assertEquals(subscriptionLines(paused).status, "Paused until Jan\u00a024,\u00a02027");
    const changed = subscriptionLines({ ...SUBSCRIPTION, next_plan_id: "tck_3month_plan" });
    assertEquals(changed.charge?.when, "Nov\u00a024,\u00a02026, then every 3 months");
    assertEquals(changed.next, "From then on, you're on the Quarterly plan.");
  });

  it("a calendar file has one all-day event per charge, in lines of at most 75 octets", () => {
    const charges = [{ at: "2027-02-03T10:00:00.000Z", cents: 1999 }, { at: "2027-02-10T10:00:00.000Z", cents: 1999 }];
    const text = calendarFile({ name: "Weekly plan; with, marks", charges, sum: (cents) => `${cents}`, nowMs: 0 });
    assertEquals(text.match(/BEGIN:VEVENT/g)?.length, 2);
    assert(text.includes("DTSTART;VALUE=DATE:20270203\r\n"));
    assert(text.includes("Weekly plan\\; with\\, marks"));
    assert(text.split("\r\n").every((line) => line.length <= 75) && text.endsWith("END:VCALENDAR\r\n"));
  });

  it("T11: a calendar file of a year is valid by RFC 5545: lines, times, one id per event", () => {
    const charges = Array.from({ length: 52 }, (_, week) => ({
      at: new Date(Date.parse("2027-02-03T10:00:00Z") + week * 7 * 86_400_000).toISOString(),
      cents: 1999,
    }));
    const name =
      "Jährlicher Plan für Señora Müller; größer, schöner\nund länger als die Zeile, wie 電話番号の確認 zeigt";
    const text = calendarFile({
      name,
      charges,
      sum: (cents) => `${cents} €`,
      nowMs: Date.parse("2027-01-31T10:00:00Z"),
    });
    assert(!/[^\r]\n|\r[^\n]/.test(text), "every line ends with CRLF");
    for (const line of text.split("\r\n")) assert(new TextEncoder().encode(line).length <= 75, line);
    const lines = text.replaceAll("\r\n ", "").trimEnd().split("\r\n");
    assertEquals([lines[0], lines[1], lines.at(-1)], ["BEGIN:VCALENDAR", "VERSION:2.0", "END:VCALENDAR"]);
    assert(lines.every((line) => /^[A-Z-]+(;[A-Z]+=[A-Z]+)?:.+$/.test(line)), "each is a property");
    const events = lines.join("\n").split("BEGIN:VEVENT\n").slice(1).map((event) => {
      const all = event.split("\nEND:VEVENT")[0]?.split("\n").map((line) => line.split(/:(.*)/s, 2)) ?? [];
      return new Map(all.map(([property = "", value = ""]) => [property, value]));
    });
    assertEquals([events.length, new Set(events.map((event) => event.get("UID"))).size], [52, 52]);
    for (const [at, event] of events.entries()) {
      for (const key of ["UID", "SUMMARY"]) assert(event.has(key), key);
      assertEquals([event.get("TRANSP"), event.has("DTEND")], ["TRANSPARENT", false]);
      assertEquals(event.get("DTSTAMP"), "20270131T100000Z");
      assertEquals(event.get("DTSTART;VALUE=DATE"), charges[at]?.at.slice(0, 10).replaceAll("-", ""));
      assert(event.get("DESCRIPTION")?.includes("Müller\\; größer\\, schöner\\nund"), event.get("DESCRIPTION"));
    }
  });

  const CHARGE: Charge = {
    id: "charge_1",
    plan_id: "tck_weekly_3dtrial",
    name: "Weekly",
    kind: "renewal",
    cents: 1999,
    currency: "USD",
    state: "succeeded",
    at: "2027-02-03T10:00:00Z",
    error: "",
  };
  const lines: readonly (readonly [Partial<Charge>, string])[] = [
    [{}, "Charged on Feb\u00a03,\u00a02027"],
    [
      { state: "failed", error: "The card has expired." },
      "Not charged on Feb\u00a03,\u00a02027. The card has expired.",
    ],
    [
      { refund: { id: "r", cents: 100, at: "2027-02-04T10:00:00Z", is_sent: false } },
      "Refund of $1.00 in progress",
    ],
    [
      { state: "refunded", refund: { id: "r", cents: 1999, at: "2027-02-04T10:00:00Z", is_sent: true } },
      "$19.99 refunded on Feb\u00a04,\u00a02027",
    ],
  ];
  for (const [change, line] of lines) {
    it(`a charge is described as: ${line}`, () => assertEquals(chargeLine({ ...CHARGE, ...change }), line));
  }
});

describe("what is refunded", () => {
  it("a charge of the plan takes the plan's other refundable charges with it; an add-on is refunded alone", () => {
    const one = (kind: Charge["kind"], cents: number, isOpen = true): Charge => ({
      id: `${kind}${cents}`,
      plan_id: "p",
      name: "",
      kind,
      cents,
      currency: "USD",
      state: "succeeded",
      at: "2027-02-03T10:00:00Z",
      error: "",
      withdrawal: isOpen ? { cents, until: "2027-02-17" } : null,
    });
    const [first, renewal, addOn, old] = [
      one("first", 100),
      one("renewal", 1999),
      one("addon", 500),
      one("renewal", 7, false),
    ];
    const all = [first, renewal, addOn, old];
    assertEquals([backCents(all, first), backCents(all, renewal), backCents(all, addOn)], [2099, 2099, 500]);
  });
});

describe("changing a plan", () => {
  const SHOWN: Shown = { today_cents: 0, next_cents: 4900, next_at: "2027-02-03", every: "3m" };
  const CHANGE: Change = { kind: "switch", plan_id: "tck_3month_plan" };
  const follow = (send: ChangePorts["send"], preview: ChangePorts["preview"] = () => Promise.resolve(SHOWN)) => {
    let state: ChangeState = CHANGE_START;
    const dispatch = (event: ChangeEvent) => {
      state = changeReducer(state, event);
    };
    return { ports: { dispatch, preview, send, locale: "en", planId: "tck_weekly_3dtrial" }, state: () => state };
  };

  it("the amount is shown before the button, and the shown sentence is sent as the consent", async () => {
    const sent: AgreedChange[] = [];
    const { ports, state } = follow((agreed) => Promise.resolve(sent.push(agreed)));
    await askPrice(ports, CHANGE);
    assertEquals(state(), { kind: "shown", change: CHANGE, shown: SHOWN, isNew: false });
    const text = changeSentence(CHANGE, SHOWN, "tck_weekly_3dtrial");
    assert(
      text.includes("You won't be charged today. Your next charge is $49.00 on Feb 3, 2027, then every 3 months"),
    );
    await agreeTo(ports, { change: CHANGE, shown: SHOWN });
    assertEquals([sent[0]?.text, sent[0]?.shown, state()], [text, SHOWN, { kind: "done", text }]);
  });

  it("the plan that runs is said to stay when a planned change is taken back", async () => {
    const { ports, state } = follow(() => Promise.resolve());
    const change: Change = { kind: "switch", plan_id: "tck_weekly_3dtrial" };
    await agreeTo(ports, { change, shown: { ...SHOWN, next_cents: 1999, every: "7d" } });
    const end = state();
    assertMatch(
      end.kind === "done" ? end.text : end.kind,
      /^You stay on the Weekly plan\. You won't be charged today\. Your next charge is \$19\.99 on Feb 3, 2027/,
    );
  });

  it("figures that changed meanwhile are shown again, and no change is made", async () => {
    const right = { ...SHOWN, next_at: "2027-02-10" };
    const { ports, state } = follow(() => Promise.reject(new ResponseError(409, { error: "changed", shown: right })));
    await askPrice(ports, CHANGE);
    await agreeTo(ports, { change: CHANGE, shown: SHOWN });
    assertEquals(state(), { kind: "shown", change: CHANGE, shown: right, isNew: true });
  });

  it("a refusal says that nothing has changed, and a lost answer that it may have", async () => {
    for (
      const [reason, text] of [[new ResponseError(409, ""), "nothing has changed"], [
        new NetworkError("x"),
        "know",
      ]] as const
    ) {
      const { ports, state } = follow(() => Promise.reject(reason));
      await askPrice(ports, CHANGE);
      await agreeTo(ports, { change: CHANGE, shown: SHOWN });
      const end = state();
      assert(end.kind === "failed" && end.text.includes(text));
    }
  });
});

describe("upcoming charges", () => {
  it("start at the end of the trial or of the first full period, and short months do not shift later dates", () => {
    const dates = (id: string, start: string) => {
      const plan = findPlan(id);
      return plan === undefined ? [] : chargeDates(plan, Date.parse(start), 3).map((at) => at.slice(0, 10));
    };
    assertEquals(dates("tck_weekly_3dtrial", "2026-11-21T10:00:00Z"), ["2026-11-24", "2026-12-01", "2026-12-08"]);
    assertEquals(dates("tck_3month_plan", "2026-11-30T10:00:00Z"), ["2027-02-28", "2027-05-30", "2027-08-30"]);
  });
});
