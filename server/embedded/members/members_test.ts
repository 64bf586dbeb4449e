/** The profile and report services over their wire, with a fake subscription service. */
import { readAnswer } from "../../../tests/support/answers.ts";
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { createClock, type VirtualClock } from "../../platform/clock.ts";
import type { Db } from "../../db/open.ts";
import { openMigrated } from "../../db/testing/migrated.ts";
import { silentLog } from "../../platform/log.ts";
import type { Upstream } from "../../platform/http/upstream.ts";
import {
  CHECK_STEPS,
  type CheckEvent,
  checkEventSchema,
  reportBodySchema,
  type ReportRequest,
  reportSchema,
} from "../../wire/members/report.ts";
import { MAX_REPORTS } from "./lookup/quota.ts";
import { listedUnknowns } from "../../wire/members/listed_unknowns.ts";
import { profileSchema } from "../../wire/members/profile.ts";
import type { Subscription } from "../../wire/billing/subscriptions.ts";
import { createEmbeddedCheck, createMembers, FREE_BILLS } from "./members.ts";
import { REPORT_TURNS } from "./lookup/turns.ts";
import { NUMBER, openMembersFixture, product, subscription } from "./testing/fixture.ts";
import { unzipSync } from "fflate";
import * as z from "zod/mini";

const HOUR_MS = 3_600_000;
let db: Db;
let clock: VirtualClock;
let members: Upstream;
let rows: Map<string, Subscription>;
let spends: Set<string>;

/** Tokens are "token-<uid>"; the checkout cookie "cookie" holds every subscription. */
const subscriptions: Upstream = async (request) => {
  const { pathname } = new URL(request.url);
  const uid = request.headers.get("x-id-token")?.replace("token-", "");
  const isHolder = request.headers.get("x-checkout") === "cookie";
  if (pathname === "/credits/spend") {
    const { subscription_id, spend_id } = parseSpend(await request.json());
    const row = rows.get(subscription_id);
    if (row === undefined) return Response.json({ error: "none" }, { status: 404 });
    if (spends.has(spend_id)) return Response.json({ credits: row.credits });
    if (row.credits < 1) return Response.json({ error: "none left" }, { status: 402 });
    spends.add(spend_id);
    rows.set(subscription_id, { ...row, credits: row.credits - 1 });
    return Response.json({ credits: row.credits - 1 });
  }
  if (pathname === "/subscriptions-of-member") {
    return Response.json({ subscriptions: [...rows.values()].filter((row) => row.user_id === uid) });
  }
  const row = rows.get(pathname.replace("/subscriptions/", ""));
  const isTheirs = row !== undefined && (isHolder || row.user_id === uid);
  return isTheirs ? Response.json(row) : Response.json({ error: "none" }, { status: 404 });
};

function parseSpend(value: unknown): { subscription_id: string; spend_id: string } {
  return z.parse(z.object({ subscription_id: z.string(), spend_id: z.string() }), value);
}

const verifyIdToken = (token: string) =>
  Promise.resolve(
    token.startsWith("token-")
      ? {
        uid: token.slice(6),
        email: `${token.slice(6)}@example.com`,
        emailVerified: true,
        name: "Ada",
        provider: "",
        authTimeMs: 0,
      }
      : undefined,
  );
beforeEach(async () => {
  db = await openMigrated();
  clock = createClock(() => Date.parse("2026-11-21T10:00:00Z"));
  rows = new Map([["sub-ada", subscription("sub-ada")]]);
  spends = new Set();
  members = createMembers({ db, clock, log: silentLog, subscriptions, verifyIdToken });
});
afterEach(() => db.destroy());

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const init = {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  };
  return members(new Request(`http://members${path}`, init));
}
const ADA = { "x-id-token": "token-ada" };
const REQUEST = {
  user_id: "ada",
  phone_number: NUMBER,
  subscription_id: "sub-ada",
  name: "Ada",
  email: "a@example.com",
};
const numbered = (at: number) => `+1650253${String(1000 + at)}`;
async function report(change: Partial<ReportRequest> = {}, headers: Record<string, string> = ADA) {
  const answer = await post("/report", { ...REQUEST, ...change }, headers);
  assertEquals(answer.status, 200, await answer.clone().text());
  return readAnswer(reportSchema, await answer.json());
}
function claiming(country?: string): Record<string, string> {
  return country === undefined ? ADA : { ...ADA, "x-claimed-country": country };
}
async function check(body: unknown, headers: Record<string, string> = {}): Promise<CheckEvent[]> {
  const answer = await post("/report/check", body, headers);
  assertEquals([answer.status, answer.headers.get("content-type")], [200, "application/x-ndjson; charset=utf-8"]);
  return (await answer.text()).trimEnd().split("\n").map((line) => readAnswer(checkEventSchema, JSON.parse(line)));
}

describe("POST /report/check", () => {
  it("is a direct call for our own data, with the same lines, and none for a paid source, which streams", async () => {
    const question = { text: "+1 650 253 0000", country: "US" };
    const answer = await createEmbeddedCheck({ db, clock, log: silentLog })?.(question);
    const withoutTimes = (lines: string) => lines.trimEnd().replaceAll(/"took_us":[\d.]+/g, "");
    const wire = await post("/report/check", { phone_number: question.text, country: question.country });
    assertEquals(withoutTimes(answer ?? ""), withoutTimes(await wire.text()));
    const paid = { db, clock, log: silentLog, lookupSource: { kind: "ipqs", key: "k" } } as const;
    assertEquals(createEmbeddedCheck(paid), undefined);
  });

  it("streams every step in order with its duration, then the result", async () => {
    const startedMs = performance.now();
    const events = await check({ phone_number: "+1 650 253 0000", country: "US" });
    const tookUs = (performance.now() - startedMs) * 1_000;
    const steps = events.flatMap((event) => event.type === "step" ? [event] : []);
    assertEquals(steps.map((step) => step.step), [...CHECK_STEPS]);
    assert(steps.every((step) => step.finding !== "" && step.took_us >= 0));
    const sumUs = steps.reduce((sum, step) => sum + step.took_us, 0);
    assert(sumUs > 0 && sumUs <= tookUs, `the steps say ${sumUs} of ${tookUs} µs`);
    const codes = steps.map(({ code = "", params }) => `${code} ${JSON.stringify(params ?? {})}`);
    assertEquals(codes, [
      "found_valid_format {}",
      "found_valid_range {}",
      "found_line_fixedLineOrMobile {}",
      " {}",
      "found_no_network {}",
      "found_no_reports {}",
      'found_score_none {"score":0}',
    ]);
    const last = events.at(-1);
    assert(last?.type === "done" && events.length === CHECK_STEPS.length + 1);
    assertEquals(last.result.facts.phone.location, "Mountain View, CA");
    assertEquals([last.result.score.value, last.result.score.band], [0, "none"]);
    assertEquals(last.result.paid, { unknowns: 6, memberReports: 0 });
  });

  it("parses a national number with the country, and counts member reports", async () => {
    for (const reporter of ["a", "b", "c"]) {
      await db.insertInto("members_number_reports")
        .values({
          id: reporter,
          e164: NUMBER,
          reporter_id: reporter,
          is_bad: 1,
          kind: "other",
          text: "",
          at_ms: clock.now(),
        }).execute();
    }
    const last = (await check({ phone_number: "(650) 253-0000", country: "US" })).at(-1);
    assert(last?.type === "done");
    assertEquals(last.result.score.reasons.map((reason) => [reason.rule, reason.points]), [["REPORTS", 26]]);
    assertEquals(last.result.paid.memberReports, 3);
  });

  it("judges a call from abroad by where the visitor is, as the report does, and else by the number's country", async () => {
    const body = { phone_number: "+222 45 29 12 34", country: "MR" };
    const rules = async (headers?: Record<string, string>) => {
      const last = (await check(body, headers)).at(-1);
      return last?.type === "done" ? last.result.score.reasons.map(({ rule }) => rule) : undefined;
    };
    assertEquals([await rules({ "x-country": "US" }), await rules()], [["ONE_RING"], []]);
    const { score } = await report({ phone_number: body.phone_number }, { ...ADA, "x-country": "US" });
    assertEquals(score.reasons.map(({ rule }) => rule), ["ONE_RING"]);
  });

  it("answers text that is not a number with one message and no score", async () => {
    const events = await check({ phone_number: "hello" });
    assertEquals(events.map((event) => event.type), ["failed"]);
  });

  it("refuses an unknown body", async () => {
    for (const body of [{}, { phone_number: 5 }, { phone_number: "1", extra: 1 }, { phone_number: "1".repeat(65) }]) {
      assertEquals((await post("/report/check", body)).status, 400);
    }
  });

  it("stores nothing", async () => {
    await check({ phone_number: NUMBER });
    for (const table of ["members_reports", "members_allowances", "members_profiles"] as const) {
      assertEquals((await db.selectFrom(table).selectAll().execute()).length, 0);
    }
  });
});

describe("POST /report", () => {
  it("W-CALL-21: accepts the five keys and x-id-token, returns the report and stores it in the history", async () => {
    const made = await report();
    assertEquals([made.facts.phone.city, made.score.value, made.confidence.level], ["Mountain View", 0, "medium"]);
    assertEquals(made.left, { today: 19, credits: 0 });
    const stored = await db.selectFrom("members_reports").select(["id", "user_id", "e164"]).execute();
    assertEquals(stored, [{ id: made.id, user_id: "ada", e164: NUMBER }]);
  });

  it("the free result promises as many gaps as the report lists, whether or not the free check knew the country", async () => {
    const { unknowns } = await report({}, { ...ADA, "x-country": "US" });
    const listed = listedUnknowns(unknowns).length;
    assertEquals(unknowns.length, listed + 1, "what member reports lack is said with them");
    for (const country of ["US", ""]) {
      const last = (await check({ phone_number: NUMBER, country })).at(-1);
      assert(last?.type === "done");
      assertEquals(last.result.paid.unknowns, listed, country);
    }
  });

  it("uses the country that the app server determined", async () => {
    const answer = await post("/report", { ...REQUEST, phone_number: "876 927 1234" }, { ...ADA, "x-country": "US" });
    const made = readAnswer(reportSchema, await answer.json());
    assertEquals(made.score.reasons.map((reason) => reason.rule), ["ONE_RING"]);
  });

  it("serves the holder of the checkout cookie before sign-in, and shows it after sign-in", async () => {
    rows.set("sub-ada", subscription("sub-ada", { user_id: "" }));
    const made = await report({ user_id: "" }, { "x-checkout": "cookie" });
    rows.set("sub-ada", subscription("sub-ada"));
    const answer = await members(new Request("http://members/profile?subscription_id=sub-ada", { headers: ADA }));
    const profile = readAnswer(profileSchema, await answer.json());
    assertEquals(profile.recent.map((row) => row.report_id), [made.id]);
  });

  const REFUSED: readonly (readonly [string, Partial<typeof REQUEST>, Record<string, string>, number])[] = [
    ["no token and no cookie", {}, {}, 401],
    ["a bad token", {}, { "x-id-token": "forged" }, 401],
    ["a bad token with a good cookie", {}, { "x-id-token": "forged", "x-checkout": "cookie" }, 401],
    ["another user_id", { user_id: "bob" }, ADA, 403],
    ["another's subscription", { user_id: "bob" }, { "x-id-token": "token-bob" }, 403],
    ["a subscription that is not there", { subscription_id: "guess" }, ADA, 403],
    [
      "the plan that a member has claimed, with the cookie of its browser",
      { user_id: "" },
      { "x-checkout": "cookie" },
      403,
    ],
    ["a user_id without a token", {}, { "x-checkout": "cookie" }, 403],
    ["a number that is none", { phone_number: "hello" }, ADA, 422],
  ];
  for (const [what, change, headers, status] of REFUSED) {
    it(`SU4: refuses ${what} with ${status}, a sentence, and nothing counted`, async () => {
      const answer = await post("/report", { ...REQUEST, ...change }, headers);
      assertEquals(answer.status, status);
      assertMatch(await answer.text(), /"error":"[A-Z][^"]+",("code":"\w+",("params":\{[^}]+\},)?)?"requestId":"/);
      assertEquals((await db.selectFrom("members_reports").selectAll().execute()).length, 0);
    });
  }

  it("SU4: no address of a member's report, list, alert or complaint answers another member more than a made-up one", async () => {
    const h = await openMembersFixture();
    const bought = [product("tck_ultimate_pack_otp")];
    h.rows.set("sub-ada", subscription("sub-ada", { credits: 3, products: bought }));
    h.rows.set("sub-bob", subscription("sub-bob", { user_id: "bob", email: "bob@example.com", products: bought }));
    const list = { csv: `${NUMBER}\n`, name: "ada-list", country: "US", subscription_id: "sub-ada" };
    for (
      const [path, body] of [
        ["/report", REQUEST],
        ["/report/batch", list],
        ["/report/watch", { phone_number: NUMBER }],
        ["/report/of-number", { phone_number: NUMBER, bad: true, kind: "other", text: "ada-text" }],
        ["/report/dispute", { phone_number: numbered(3), reason: "mine", text: "ada-dispute" }],
      ] as const
    ) {
      const { status, text } = await h.call("POST", path, { as: "ada", body });
      assertEquals(status, 200, `${path} ${text}`);
    }
    const TABLES = ["members_reports", "members_batches", "members_watches", "members_number_reports"] as const;
    const idsIn = async (table: (typeof TABLES)[number] | "members_disputes") =>
      (await h.db.selectFrom(table).select("id").execute()).map(({ id }) => id);
    const idIn = async (table: Parameters<typeof idsIn>[0]) => (await idsIn(table))[0] ?? "none";
    const [stored, batch] = [await idIn("members_reports"), await idIn("members_batches")];
    const [watch, complaint] = [await idIn("members_watches"), await idIn("members_number_reports")];
    const dispute = await idIn("members_disputes");
    const ask = async (method: string, path: string, as: string) => {
      const { status, headers, text, bytes } = await h.call(method, path, { as });
      const files = headers.get("content-type") === "application/zip" ? Object.values(unzipSync(bytes)) : [];
      const shown = [text, ...files.map((file) => new TextDecoder().decode(file))].join();
      return { status, shown: shown.replace(/"requestId":"[^"]*"/, "") };
    };
    for (
      const [method, path, id] of [
        ["GET", "/report/stored/:id", stored],
        ["GET", "/report/stored/:id/data", stored],
        ["GET", "/report/stored/:id/pdf", stored],
        ["GET", "/report/batch/:id", batch],
        ["GET", "/report/batch/:id/csv", batch],
        ["GET", "/report/receipt/:id/charge/pdf", "sub-ada"],
        ["GET", "/profile?subscription_id=:id", "sub-ada"],
        ["DELETE", "/report/watch/:id", watch],
        ["DELETE", "/report/of-number/:id", complaint],
        ["DELETE", "/report/of-number/:id", dispute],
      ] as const
    ) {
      const other = await ask(method, path.replace(":id", id), "bob");
      assertEquals(other, await ask(method, path.replace(":id", "0".repeat(id.length)), "bob"), `${method} ${path}`);
    }
    const lists = ["history", "batch", "watch", "of-number"].map((name) => `/report/${name}`);
    for (const path of [...lists, "/profile", "/profile/export"]) {
      const [own, other] = [await ask("GET", path, "ada"), await ask("GET", path, "bob")];
      assertEquals([own.status, /2530000|ada/.test(own.shown)], [200, true], path);
      assertEquals([other.status, /2530000|ada/.test(other.shown)], [200, false], `${path}: ${other.shown}`);
    }
    const left = await Promise.all(
      [...TABLES, "members_disputes" as const].map(async (table) => (await idsIn(table)).length),
    );
    assertEquals(left, [1, 1, 1, 1, 1]);
    await h.close();
  });

  const ENTITLED: readonly (readonly [Partial<Subscription>, number])[] = [
    [{ status: "trial" }, 200],
    [{ status: "active" }, 200],
    [{ status: "cancelled" }, 200],
    [{ status: "cancelled", current_period_end: "2026-11-20T00:00:00Z" }, 402],
    [{ status: "past_due" }, 200],
    [{ status: "paused" }, 402],
    [{ status: "ended" }, 402],
    [{ status: "ended", credits: 1 }, 200],
  ];
  for (const [change, status] of ENTITLED) {
    it(`answers ${status} for ${JSON.stringify(change)}`, async () => {
      rows.set("sub-ada", subscription("sub-ada", change));
      const answer = await post("/report", REQUEST, ADA);
      assertEquals(answer.status, status);
      const says = change.status === "paused" ? /Your plan is paused and/ : /Your plan has ended and/;
      if (status === 402) assertMatch(await answer.text(), says);
    });
  }

  /** Counts calls to a source that bills each; it knows `facts` or nothing, and says so once `answering` is over. */
  async function countBills(work: () => Promise<void>, answering?: Promise<void>, facts?: unknown): Promise<number> {
    const { fetch } = globalThis;
    let asked = 0;
    globalThis.fetch = async () => {
      asked += 1;
      await answering;
      if (facts !== undefined) return Response.json(facts);
      throw new TypeError("no network");
    };
    try {
      const lookupSource = { kind: "ipqs", key: "k" } as const;
      members = createMembers({ db, clock, log: silentLog, subscriptions, verifyIdToken, lookupSource });
      await work();
      return asked;
    } finally {
      globalThis.fetch = fetch;
    }
  }

  it("asks no source that bills each call about a report that nothing pays", async () => {
    const unpaid = await countBills(async () => {
      rows.set("sub-ada", subscription("sub-ada", { status: "ended" }));
      assertEquals((await post("/report", REQUEST, ADA)).status, 402);
    });
    const paid = await countBills(async () => {
      rows.set("sub-ada", subscription("sub-ada", { status: "ended", credits: 1 }));
      await report();
    });
    assertEquals([unpaid, paid > 0], [0, true]);
  });

  const list = (from: number, subscription_id = "sub-ada") => {
    const csv = Array.from({ length: 5 }, (_, at) => numbered(from + at)).join("\n");
    return post("/report/batch", { subscription_id, name: "l", csv, country: "" }, ADA);
  };

  it("asks no source that bills each call about rows of a list that nothing pays", async () => {
    rows.set("sub-ada", subscription("sub-ada", { credits: 2 }));
    const bills = await countBills(async () => {
      const told = await (await list(0)).text();
      assertEquals([told.match(/"no_credit"/g)?.length, told.match(/"checked"/g)?.length], [3, 2]);
    });
    const one = await countBills(async () => {
      rows.set("sub-ada", subscription("sub-ada", { credits: 1 }));
      await (await list(10)).text();
    });
    assertEquals([bills, one > 0], [2 * one, true]);
  });

  /** How many answers are 429; calls `onMost` once there are as many as expected, or after a while. */
  async function refusedOf(answers: readonly Promise<Response>[], expected: number, onMost: () => void) {
    let refused = 0;
    const timer = setTimeout(onMost, 5_000);
    await Promise.all(answers.map(async (coming) => {
      const answer = await coming;
      if (answer.status === 429 && ++refused === expected) onMost();
      await answer.text();
    }));
    clearTimeout(timer);
    return refused;
  }

  it("asks a source that bills each call about few numbers at once that one credit might pay", async () => {
    rows.set("sub-ada", subscription("sub-ada", { status: "ended", credits: 1 }));
    const one = await countBills(async () => void await report());
    rows.set("sub-ada", subscription("sub-ada", { status: "ended", credits: 1 }));
    const first = Promise.withResolvers<void>();
    const bills = await countBills(async () => {
      const asked = Array.from({ length: 20 }, (_, at) => ({ ...REQUEST, phone_number: numbered(20 + at) }));
      assertEquals(await refusedOf(asked.map((body) => post("/report", body, ADA)), 17, first.resolve), 17);
    }, first.promise);
    assertEquals([bills, REPORT_TURNS.points], [3 * one, 3]);
    const second = Promise.withResolvers<void>();
    const lists = await countBills(async () => {
      rows.set("sub-ada", subscription("sub-ada", { credits: 1 }));
      // The packs of one plan pay for the lists of another.
      rows.set("sub-old", subscription("sub-old", { status: "ended" }));
      assertEquals(await refusedOf([list(50), list(60, "sub-old"), list(70)], 2, second.resolve), 2);
      // The turn is free again.
      rows.set("sub-ada", subscription("sub-ada", { credits: 1 }));
      await (await list(80)).text();
    }, second.promise);
    assertEquals(lists, 2 * one);
  });

  const FACTS = { success: true, carrier: "Google Fiber", line_type: "Wireless", city: "Palo Alto", region: "CA" };
  const carrierOf = async (body: unknown) => {
    const done = (await check(body)).at(-1);
    return done?.type === "done" ? done.result.facts.phone.carrier : done;
  };

  it("asks a source that bills each call once a day about a number, for visitors and members together", async () => {
    const bills = await countBills(
      async () => {
        const carriers: unknown[] = [];
        const checks = Array.from({ length: 25 }, () => carrierOf({ phone_number: NUMBER }));
        carriers.push(...await Promise.all(checks));
        for (let at = 0; at < 25; at++) carriers.push(await carrierOf({ phone_number: NUMBER }));
        for (let at = 0; at < 20; at++) carriers.push((await report()).facts.phone.carrier);
        rows.set("sub-ada", subscription("sub-ada", { credits: 5 }));
        const csv = Array.from({ length: 5 }, () => NUMBER).join("\n");
        const lists = { subscription_id: "sub-ada", name: "l", csv, country: "" };
        for (let at = 0; at < 5; at++) await (await post("/report/batch", lists, ADA)).text();
        assertEquals(new Set(carriers), new Set(["Google Fiber"]));
      },
      undefined,
      FACTS,
    );
    assertEquals(bills, 1);
    clock.advance(24 * HOUR_MS);
    assertEquals(await countBills(async () => void await carrierOf({ phone_number: NUMBER }), undefined, FACTS), 1);
    const stored = await db.selectFrom("members_source_facts").selectAll().execute();
    assert(!JSON.stringify(stored).includes("2530000"));
  });

  it("asks a source without an answer again after ten minutes, and not at every repeat", async () => {
    const repeat = async () => {
      for (let at = 0; at < 50; at++) await carrierOf({ phone_number: NUMBER });
    };
    assertEquals(await countBills(repeat), 1);
    clock.advance(600_000);
    assertEquals(await countBills(repeat), 1);
  });

  it("lets a member repeat reports thirty times in ten minutes where a source bills each call, and new ones always", async () => {
    await countBills(
      async () => {
        await report();
        for (let at = 0; at < 30; at++) await report();
        const refused = await post("/report", REQUEST, ADA);
        assertEquals(refused.status, 429);
        assertMatch(await refused.text(), /the same reports many times/);
        await report({ phone_number: numbered(1) });
        clock.advance(600_000);
        await report();
      },
      undefined,
      FACTS,
    );
  });

  it("answers free checks above the total of an hour from our own data, and members as before", async () => {
    const bills = await countBills(
      async () => {
        let billed = 0;
        for (let at = 0; at < FREE_BILLS.points + 20; at++) {
          const carrier = await carrierOf({ phone_number: `+1650253${String(at).padStart(4, "0")}` });
          if (carrier === "Google Fiber") billed += 1;
          else assertEquals(carrier, "");
        }
        assertEquals(billed, FREE_BILLS.points);
        assertEquals((await report({ phone_number: "+16502549999" })).facts.phone.carrier, "Google Fiber");
      },
      undefined,
      FACTS,
    );
    assertEquals(bills, FREE_BILLS.points + 1);
    clock.advance(HOUR_MS);
    assertEquals(await countBills(async () => void await carrierOf({ phone_number: "+16502548888" })), 1);
  });

  it("returns the stored report for the same number within 24 hours, free of charge", async () => {
    const first = await report();
    clock.advance(24 * HOUR_MS - 1);
    const again = await report();
    assertEquals([again.id, again.created_at, again.left.today], [first.id, first.created_at, 20]);
    clock.advance(1);
    const later = await report();
    assert(later.id !== first.id);
    assertEquals(later.left.today, 19);
  });

  it("makes another report, free of charge, when the caller named another country, and stores each answer once", async () => {
    const named = async (country?: string) => {
      clock.advance(1);
      const { id, score, claimedCountry, left } = await report({}, claiming(country));
      assertEquals(left.today, 19);
      const stored = await db.selectFrom("members_reports").select("body").where("id", "=", id)
        .executeTakeFirstOrThrow();
      const body = readAnswer(reportBodySchema, JSON.parse(stored.body));
      assertEquals([body.score, body.claimedCountry], [score, claimedCountry]);
      return [id, claimedCountry, score.reasons.map(({ rule }) => rule)];
    };
    const first = await named();
    const other = await named("GB");
    assertEquals([first.slice(1), other.slice(1)], [[undefined, []], ["GB", ["COUNTRY_MISMATCH"]]]);
    const right = await named("US");
    assertEquals(right.slice(1), ["US", []]);
    for (let at = 0; at < 3; at++) {
      clock.advance(HOUR_MS);
      assertEquals([await named("GB"), await named("US")], [other, right]);
      assertEquals([await named(), await named("")], [right, right], "what was said stays with the number");
    }
    const stored = async () => (await db.selectFrom("members_reports").selectAll().execute()).length;
    assertEquals(await stored(), 3);
    for (const country of ["DE", "FR", "ES", "IT", "PT", "NL", "BE", "AT", "CH"]) {
      assertEquals((await report({}, claiming(country))).left.today, 19);
    }
    assertEquals(await stored(), MAX_REPORTS);
    const { claimedCountry } = await report();
    for (const country of ["gb", "GBR", "<b>"]) {
      assertEquals((await report({}, claiming(country))).claimedCountry, claimedCountry, "as if none was named");
    }
    assertEquals(
      (await post("/report", { ...REQUEST, claimed_country: "GB" }, ADA)).status,
      400,
      "W-CALL-21: five keys",
    );
  });

  it("counts a number again 24 hours after it was paid for, whatever was asked for free since", async () => {
    const left = async (country: string) => (await report({}, claiming(country))).left.today;
    assertEquals(await left("GB"), 19);
    clock.advance(23 * HOUR_MS);
    assertEquals(await left("FR"), 20);
    clock.advance(2 * HOUR_MS);
    assertEquals([await left("GB"), await left("FR")], [19, 19]);
  });

  it("counts twenty per UTC day, then one credit each, and starts again at midnight UTC", async () => {
    rows.set("sub-ada", subscription("sub-ada", { credits: 1 }));
    for (let at = 0; at < 20; at++) await report({ phone_number: numbered(at) });
    assertEquals((await report({ phone_number: numbered(20) })).left, { today: 0, credits: 0 });
    const refused = await post("/report", { ...REQUEST, phone_number: numbered(21) }, ADA);
    assertEquals(refused.status, 402);
    assertMatch(await refused.text(), /used all of today's checks and have none left in your packs/);
    clock.advance(14 * HOUR_MS);
    assertEquals((await report({ phone_number: numbered(22) })).left.today, 19);
  });

  it("SU5: fifty at once with ten credits serve exactly ten, and never spend more", async () => {
    rows.set("sub-ada", subscription("sub-ada", { status: "ended", credits: 10 }));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => post("/report", { ...REQUEST, phone_number: numbered(at) }, ADA)),
    );
    assertEquals(answers.filter((answer) => answer.status === 200).length, 10);
    assertEquals(answers.filter((answer) => answer.status === 402).length, 40);
    assertEquals(rows.get("sub-ada")?.credits, 0);
    assertEquals((await db.selectFrom("members_reports").selectAll().execute()).length, 10);
  });

  it("counts simultaneous look-ups exactly, and simultaneous look-ups of one number once", async () => {
    const twice = Array.from(
      { length: 30 },
      (_, at) => post("/report", { ...REQUEST, phone_number: numbered(at % 25) }, ADA),
    );
    const statuses = (await Promise.all(twice)).map((answer) => answer.status);
    const stored = (await db.selectFrom("members_reports").select("e164").execute()).map((row) => row.e164);
    assertEquals([stored.length, new Set(stored).size], [20, 20]);
    assertEquals(statuses, statuses.map((_, at) => stored.includes(numbered(at % 25)) ? 200 : 402));
    rows.set("sub-ada", subscription("sub-ada", { credits: 5 }));
    await Promise.all(Array.from({ length: 8 }, () => report({ phone_number: numbered(40) })));
    assertEquals(rows.get("sub-ada")?.credits, 4);
  });
});

describe("GET /profile", () => {
  const read = (query: string, headers: Record<string, string> = ADA) =>
    members(new Request(`http://members/profile${query}`, { headers }));

  it("W-CALL-20: accepts subscription_id and x-id-token, saves and returns the profile", async () => {
    const answer = await read("?subscription_id=sub-ada");
    const profile = readAnswer(profileSchema, await answer.json());
    assertEquals([profile.user_id, profile.email, profile.subscription_ids], ["ada", "ada@example.com", ["sub-ada"]]);
    await read("?subscription_id=sub-ada");
    assertEquals((await db.selectFrom("members_profiles").selectAll().execute()).length, 1);
    const again = readAnswer(profileSchema, await (await read("?subscription_id=")).json());
    assertEquals([again.subscription_ids, again.created_at], [["sub-ada"], profile.created_at]);
  });

  it("W-FINAL-03: saves the account's current values, and keeps the member's own settings", async () => {
    await read("?subscription_id=sub-ada");
    const old = { email: "old@example.com", name: "Old", own_number: "+16502530001" };
    await db.updateTable("members_profiles").set(old).execute();
    const { email, name, own_number } = readAnswer(profileSchema, await (await read("?subscription_id=")).json());
    assertEquals([email, name, own_number], ["ada@example.com", "Ada", "+16502530001"]);
  });

  it("SU4: never returns another member's profile or subscription", async () => {
    assertEquals((await read("", {})).status, 401);
    assertEquals((await read("", { "x-checkout": "cookie" })).status, 401);
    assertEquals((await read("", { "x-id-token": "forged" })).status, 401);
    const other = await read("?subscription_id=sub-ada", { "x-id-token": "token-bob" });
    const missing = await read("?subscription_id=guess", { "x-id-token": "token-bob" });
    assertEquals([other.status, missing.status], [404, 404]);
    assertEquals((await other.json()).error, (await missing.json()).error);
    assertEquals((await db.selectFrom("members_profiles").selectAll().execute()).length, 0);
  });

  it("shows the twenty newest look-ups of this member only", async () => {
    await report();
    rows.set("sub-bob", subscription("sub-bob", { user_id: "bob" }));
    const bob = { "x-id-token": "token-bob" };
    await report({ user_id: "bob", subscription_id: "sub-bob", phone_number: numbered(1) }, bob);
    await db.updateTable("members_reports").set({ subscription_id: "sub-ada" }).where("user_id", "=", "bob").execute();
    const profile = readAnswer(profileSchema, await (await read("?subscription_id=sub-ada")).json());
    assertEquals(profile.recent.map((row) => [row.e164, row.score, row.band]), [[NUMBER, 0, "none"]]);
  });
});
