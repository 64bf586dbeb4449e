import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { EMPTY_PHONE_LOOKUP, type Report, type ReportRequest } from "../../../server/wire/members/report.ts";
import type { Subscription } from "../../../server/wire/billing/subscriptions.ts";
import { NetworkError, ResponseError } from "../../api/http.ts";
import {
  fieldAfter,
  lookUp,
  type LookupPorts,
  type ReportCountries,
  subscriptionForList,
  subscriptionToUse,
} from "./lookup.ts";
import { LOOKUP_START, lookupReducer } from "./lookup_state.ts";
import { numberProblem, toInternational } from "./number_text.ts";

const REPORT: Report = {
  id: "r1",
  created_at: "2026-11-21T10:00:00Z",
  facts: { phone: EMPTY_PHONE_LOOKUP, e164: "+16502530000", timeZones: [], dataVersions: [] },
  score: { value: 10, band: "none", reasons: [] },
  confidence: { level: "low", why: [] },
  unknowns: [],
  memberReports: { count: 0, bad: 0 },
  left: { today: 19, credits: 0 },
  error: "",
};

function record(over: Partial<LookupPorts> = {}) {
  let state = LOOKUP_START;
  const sent: ReportRequest[] = [];
  const countries: ReportCountries[] = [];
  const kept: Report["left"][] = [];
  const ports: LookupPorts = {
    dispatch: (event) => {
      state = lookupReducer(state, event);
    },
    report: (body, named) => {
      sent.push(body);
      countries.push(named);
      return Promise.resolve(REPORT);
    },
    subscriptionId: () => Promise.resolve("s1"),
    user: () => ({ uid: "u1", name: "Ana", email: "ana@example.com" }),
    keepLeft: (left) => kept.push(left),
    ...over,
  };
  return { ports, sent, countries, kept, state: () => state };
}

function subscription(id: string, change: Partial<Subscription>): Subscription {
  return {
    id,
    subscription_id: id,
    plan_id: "tck_weekly_3dtrial",
    status: "active",
    email: "",
    user_id: "u1",
    started_at: "2026-11-01T00:00:00Z",
    current_period_end: "2026-12-01T00:00:00Z",
    next_charge: null,
    products: [],
    credits: 0,
    error: "",
    ...change,
  };
}

describe("a look-up", () => {
  it("W-CALL-21: sends user id, international number, subscription id, name and email", async () => {
    const { ports, sent, kept, state } = record();
    await lookUp(ports, { phoneNumber: "650 253 0000", country: "US" });
    assertEquals(sent, [{
      user_id: "u1",
      phone_number: "+1 650 253 0000",
      subscription_id: "s1",
      name: "Ana",
      email: "ana@example.com",
    }]);
    assertEquals([state().report, state().isBusy, kept], [REPORT, false, [REPORT.left]]);
  });

  it("sends the country that the caller named, and the one beside a national number", async () => {
    const { ports, sent, countries } = record();
    await lookUp(ports, { phoneNumber: "650 253 0000", country: "US" }, "GB");
    await lookUp(ports, { phoneNumber: "+1 650 253 0000", country: "US" });
    assertEquals(countries, [
      { claimedCountry: "GB", numberCountry: "US" },
      { claimedCountry: "", numberCountry: "" },
    ]);
    assertEquals(new Set(sent.map((body) => Object.keys(body).length)), new Set([5]), "W-CALL-21");
  });

  it("text that cannot be a number is not sent", async () => {
    for (const phoneNumber of ["", "   ", "hello", "12"]) {
      const { ports, sent, state } = record();
      await lookUp(ports, { phoneNumber, country: "US" });
      assertEquals(sent, []);
      assert(state().error.length > 20, phoneNumber);
    }
  });

  it("W-ERR-10: a network error, a refusal and a missing plan each show one message, and the last report stays", async () => {
    const rows: readonly (readonly [Partial<LookupPorts>, string])[] = [
      [{ report: () => Promise.reject(new NetworkError("x")) }, "We couldn't reach our server"],
      [{ report: () => Promise.reject(new ResponseError(402, { error: "No look-ups left" })) }, "No look-ups left"],
      [{ report: () => Promise.reject(new ResponseError(500, "")) }, "We couldn't create the report"],
      [{ report: () => Promise.resolve({ ...REPORT, error: "Not a phone number" }) }, "Not a phone number"],
      [{ subscriptionId: () => Promise.resolve("") }, "Checks come with a plan"],
      [{ subscriptions: () => Promise.resolve([]) }, "Checks come with a plan"],
    ];
    for (const [over, expected] of rows) {
      const { ports, state } = record(over);
      ports.dispatch({ type: "answered", report: REPORT });
      await lookUp(ports, { phoneNumber: "+16502530000", country: "" });
      assert(state().error.startsWith(expected), expected);
      assertEquals([state().report, state().isBusy], [REPORT, false]);
    }
  });

  it("needs a pack when the day's checks and the packs are used up, until the next check", async () => {
    for (
      const [code, needs] of [["lookups_used", true], ["lookups_ended", false], ["lookups_paused", false]] as const
    ) {
      const { ports, state } = record({ report: () => Promise.reject(new ResponseError(402, { error: "No", code })) });
      await lookUp(ports, { phoneNumber: "+16502530000", country: "" });
      assertEquals(state().needsCredits, needs, code);
      ports.dispatch({ type: "asked" });
      assertEquals(state().needsCredits, false);
    }
  });

  /** The plans that were asked in turn; the last one answers unless it refuses, too. */
  async function asked(plans: readonly Subscription[], refusals: Readonly<Record<string, string>>) {
    const seen: string[] = [];
    const recorded = record({
      subscriptions: () => Promise.resolve(plans),
      report: ({ subscription_id }) => {
        seen.push(subscription_id);
        const code = refusals[subscription_id];
        return code === undefined
          ? Promise.resolve({ ...REPORT, left: { today: 0, credits: 49 } })
          : Promise.reject(new ResponseError(402, { error: `No: ${code}`, code }));
      },
    });
    await lookUp(recorded.ports, { phoneNumber: "+16502530000", country: "" });
    return { seen, kept: recorded.kept, state: recorded.state() };
  }
  const pack = (id: string, credits: number) => subscription(id, { status: "ended", credits });

  it("the next plan with a quota or credits pays once those of the first are used up", async () => {
    const plans = [pack("spent", 0), pack("pack", 50), subscription("run", {})];
    const { seen, state } = await asked(plans, { run: "lookups_used" });
    assertEquals([seen, state.report?.left.credits, state.error], [["run", "pack"], 49, ""]);
    const second = subscription("second", { started_at: "2026-10-01T00:00:00Z" });
    assertEquals((await asked([...plans, second], { run: "lookups_used" })).seen, ["run", "second"]);
    assertEquals((await asked([...plans, second], {})).seen, ["run"], "the first pays alone while it can");
    const over = subscription("over", { status: "cancelled" });
    assertEquals((await asked([over, pack("pack", 50)], { over: "lookups_ended" })).seen, ["over", "pack"]);
  });

  it("what is left in packs counts those of the plans that were not asked, and none that refused", async () => {
    const plans = [subscription("run", { credits: 3 }), pack("pack", 50), pack("few", 4)];
    const { kept, state } = await asked(plans, { run: "lookups_used" });
    assertEquals([kept, state.report?.left], [[{ today: 0, credits: 53 }], { today: 0, credits: 53 }]);
  });

  it("when no plan pays, the first refusal says what to do; no other failure asks the next one", async () => {
    const refusals = { run: "lookups_used", pack: "lookups_ended" };
    const { seen, state } = await asked([pack("pack", 1), subscription("run", {})], refusals);
    assertEquals([seen, state.error, state.needsCredits], [["run", "pack"], "No: lookups_used", true]);
    let calls = 0;
    const { ports } = record({
      subscriptions: () => Promise.resolve([subscription("run", {}), pack("pack", 50)]),
      report: () => Promise.reject(new ResponseError(calls++ === 0 ? 422 : 500, { error: "No number" })),
    });
    await lookUp(ports, { phoneNumber: "+16502530000", country: "" });
    assertEquals(calls, 1);
  });

  it("numbers become international by their country, and stay as they are with a plus", () => {
    const rows = [
      ["+1 650 253 0000", "GB", "+1 650 253 0000"],
      ["0049 30 123456", "US", "+49 30 123456"],
      ["020 7946 0018", "GB", "+44 020 7946 0018"],
      ["650 253 0000", "", "650 253 0000"],
      ["(+44) 20 7946 0958", "US", "+44 20 7946 0958"],
      ["٠٥٠١٢٣٤٥٦٧", "SA", "+966 0501234567"],
      ["+९१ ९८७६५ ४३२१०", "US", "+91 98765 43210"],
      ["＋４４ ２０ ７９４６ ０９５８", "US", "+44 20 7946 0958"],
      ["٠٠٤٤ ٢٠ ٧٩٤٦ ٠٩٥٨", "DE", "+44 20 7946 0958"],
      ["\u202a+44 20 7946 0958\u202c", "US", "+44 20 7946 0958"],
      ["011 44 20 7946 0958", "US", "+44 20 7946 0958"],
      ["011 44 20 7946 0958", "GB", "+44 011 44 20 7946 0958"],
      // 001 is what Hong Kong dials abroad: the service decides.
      ["001 65 6521 8000", "HK", "+852 001 65 6521 8000"],
    ] as const;
    for (const [typed, country, expected] of rows) assertEquals(toInternational(typed, country).text, expected);
    const national = rows.filter(([typed, country]) => toInternational(typed, country).numberCountry !== "");
    assertEquals(national.map(([typed, country]) => [toInternational(typed, country).numberCountry, country]), [
      ["GB", "GB"],
      ["SA", "SA"],
      ["GB", "GB"],
      ["HK", "HK"],
    ]);
    for (const typed of ["+1 650 253 0000", "٠٥٠١٢٣٤٥٦٧"]) assertEquals(numberProblem(typed), "", typed);
  });

  it("counts against a running plan, then credits, then the newest", () => {
    const running = subscription("run", { status: "trial" });
    const ended = subscription("ended", { status: "ended", started_at: "2026-11-09T00:00:00Z" });
    const withCredits = subscription("credits", { status: "ended", credits: 5 });
    assertEquals(subscriptionToUse([ended, withCredits, running])?.id, "run");
    assertEquals(subscriptionToUse([ended, withCredits])?.id, "credits");
    assertEquals(subscriptionToUse([]), undefined);
  });

  it("a list, which costs credits only, counts against the subscription with most of them", () => {
    const running = subscription("run", { status: "trial" });
    const pack = subscription("pack", { status: "ended", credits: 50, started_at: "2026-11-09T00:00:00Z" });
    const few = subscription("few", { status: "active", credits: 3 });
    assertEquals(subscriptionForList([running, few, pack])?.id, "pack");
    assertEquals(subscriptionForList([running])?.id, "run");
    assertEquals(subscriptionForList([]), undefined);
  });

  it("the newest of equal plans pays, and credits of an ended plan come before a paused plan without any", () => {
    const at = (day: number) => ({ started_at: `2026-11-${day}T00:00:00Z` });
    const [old, young] = [subscription("old", at(10)), subscription("young", at(12))];
    assertEquals([subscriptionToUse([old, young])?.id, subscriptionToUse([young, old])?.id], ["young", "young"]);
    const paused = subscription("paused", { status: "paused", ...at(14) });
    const pack = subscription("pack", { status: "ended", credits: 50, ...at(10) });
    assertEquals([subscriptionToUse([paused, pack])?.id, subscriptionToUse([pack, paused])?.id], ["pack", "pack"]);
    const older = subscription("older", { status: "ended", ...at(13) });
    assertEquals(subscriptionToUse([older, paused])?.id, "paused");
  });

  it("a plan with a quota comes before the credits of another, whichever state lets it pay", () => {
    const pack = subscription("pack", { status: "ended", credits: 50, started_at: "2026-11-20T00:00:00Z" });
    for (const status of ["trial", "active", "past_due", "cancelled"] as const) {
      assertEquals(subscriptionToUse([pack, subscription(status, { status })])?.id, status);
    }
    const day = (n: number) => ({ started_at: `2026-11-${n}T00:00:00Z` });
    const cancelled = subscription("cancelled", { status: "cancelled", ...day(10) });
    const declined = subscription("declined", { status: "past_due", ...day(11) });
    assertEquals(subscriptionToUse([cancelled, declined])?.id, "declined");
    const full = subscription("full", { status: "cancelled", credits: 1, ...day(9) });
    assertEquals(subscriptionToUse([cancelled, declined, full])?.id, "full");
  });
});

describe("the field after a check", () => {
  it("is empty for the next number, and keeps one that was typed while the check ran", () => {
    const asked = { phoneNumber: "+1 650 253 0000", country: "US" };
    assertEquals(fieldAfter(asked, asked), { phoneNumber: "", country: "US" });
    const next = { phoneNumber: "030 1234", country: "DE" };
    assertEquals(fieldAfter(asked, next), next);
  });
});
