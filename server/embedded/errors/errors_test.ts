/** Error-report ingest: envelopes of the reporting client, bounded and without personal data. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { createClock, type VirtualClock } from "../../platform/clock.ts";
import type { Db } from "../../db/open.ts";
import { openMigrated } from "../../db/testing/migrated.ts";
import { silentLog } from "../../platform/log.ts";
import type { Upstream } from "../../platform/http/upstream.ts";
import { createErrors } from "./errors.ts";

const EVENT = {
  event_id: "0".repeat(32),
  release: "TrustCheck@1.0.0",
  exception: { values: [{ type: "TypeError", value: "x is undefined for ann@example.com" }] },
  timestamp: 1_800_000_000.123,
  request: { url: "https://app.example/activate?t=eyJabc.eyJdef.sig&card=4242 4242 4242 4242" },
};
const envelope = (event: object) =>
  [{ event_id: EVENT.event_id, sent_at: "2027-01-01T00:00:00Z" }, { type: "event" }, event].map((part) =>
    JSON.stringify(part)
  ).join("\n") + "\n";

describe("error reports", () => {
  let db: Db;
  let clock: VirtualClock;
  let errors: Upstream;
  beforeEach(async () => {
    db = await openMigrated();
    clock = createClock(() => 1_800_000_000_000);
    errors = createErrors({ db, clock, log: silentLog });
  });
  afterEach(() => db.destroy());

  const post = (body: string, { path = "/api/1/envelope/?sentry_version=7", ip = "203.0.113.9" } = {}) => {
    const headers = { "content-type": "text/plain", "x-client-ip": ip };
    return errors(new Request(`http://errors${path}`, { method: "POST", headers, body }));
  };
  /** The statuses of this many envelopes from one address. */
  const postMany = async (ip: string, times: number) => {
    const statuses: number[] = [];
    for (let time = 0; time < times; time++) statuses.push((await post("{}", { ip })).status);
    return statuses;
  };
  const rows = () => db.selectFrom("error_events").selectAll().execute();

  it("W-SENTRY-01: accepts events at the project's ingest address", async () => {
    const answer = await post(envelope(EVENT));
    assertEquals([answer.status, await answer.json()], [200, { id: EVENT.event_id }]);
    const [row] = await rows();
    assertEquals([row?.project, row?.kind, row?.release], ["1", "event", "TrustCheck@1.0.0"]);
    assertEquals(row?.title, "TypeError: x is undefined for [email]");
  });

  it("stores no email address, token or card number, and keeps other numbers as numbers", async () => {
    await post(envelope(EVENT));
    const [row] = await rows();
    assertNotMatch(row?.body_json ?? "", /ann@|eyJ|4242/);
    assertEquals(JSON.parse(row?.body_json ?? "").timestamp, EVENT.timestamp);
  });

  it("stores none of them as a name within a report, as its release or as the kind of an item", async () => {
    const secrets = { "ann@example.com": 1, "+1 650 253 0177": { "4242424242424242": true }, kept: [{ kept: 1 }] };
    const event = { ...EVENT, release: "ann@example.com", extra: secrets };
    await post([{}, { type: "ann@example.com" }, event].map((part) => JSON.stringify(part)).join("\n"));
    const [row] = await rows();
    const { id: _, ...told } = row ?? {};
    assertNotMatch(JSON.stringify(told), /ann@|0177|4242/);
    const { extra } = JSON.parse(row?.body_json ?? "");
    assertEquals(extra, { "[email]": 1, "[number]": { "[digits]": true }, kept: [{ kept: 1 }] });
  });

  it("stores no phone number, as a text or as a number, and keeps times and short numbers", async () => {
    const value = "no report of +1 (650) 253-0177, 6502530177";
    const extra = {
      number: 6502530177,
      long: 441632960961,
      at_time: 1_800_000_000,
      count: 999_999_999,
      share: 6502530177.5,
    };
    await post(
      envelope({ ...EVENT, timestamp: 1_800_000_000, exception: { values: [{ type: "RangeError", value }] }, extra }),
    );
    const [row] = await rows();
    assertEquals(row?.title, "RangeError: no report of [number], [number]");
    const body = JSON.parse(row?.body_json ?? "");
    assertEquals(body.extra, { ...extra, number: "[number]", long: "[number]" });
    assertEquals(body.timestamp, 1_800_000_000);
  });

  it("refuses more than 200 KB, bodies that are not envelopes, and other addresses", async () => {
    assertEquals((await post(envelope({ ...EVENT, extra: "x".repeat(201 * 1024) }))).status, 413);
    for (const body of ["", "hello", "[]", "null"]) assertEquals((await post(body)).status, 400, body);
    assertEquals((await post(envelope(EVENT), { path: "/api/../etc/envelope/" })).status, 404);
    assertEquals((await post(envelope(EVENT), { path: "/api/x/envelope/" })).status, 404);
    assertEquals(await rows(), []);
  });

  it("skips items that are not JSON and keeps the others", async () => {
    const body = `${envelope(EVENT)}${JSON.stringify({ type: "attachment" })}\nbinary\n${
      JSON.stringify({ type: "session" })
    }\n{}`;
    assertEquals((await post(body)).status, 200);
    assertEquals((await rows()).map(({ kind }) => kind).sort(), ["event", "session"]);
  });

  it("SECURITY E2, E4: skips items that are nested too deeply to be written again", async () => {
    for (const depth of [33, 2_000, 10_000, 40_000]) {
      const deep = `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
      const lines = [`{"type":"event"}`, deep, `{"type":"session"}`, "{}"];
      assertEquals((await post(["{}", ...lines].join("\n"))).status, 200, String(depth));
      assertEquals((await post([deep, ...lines].join("\n"))).status, 400, String(depth));
    }
    assertEquals((await rows()).map(({ kind }) => kind), ["session", "session", "session", "session"]);
  });

  it("stores five items of an envelope", async () => {
    const item = [{ type: "event" }, EVENT].map((part) => JSON.stringify(part));
    await post(["{}", ...Array(6).fill(item).flat()].join("\n"));
    assertEquals((await rows()).length, 5);
  });

  it("SECURITY E2: takes 600 envelopes from one network in ten minutes", async () => {
    assertEquals(await postMany("2001:db8::1", 602), [...Array(600).fill(200), 429, 429]);
    assertEquals(await postMany("2001:db8::2", 1), [429], "the same network");
    assertEquals(await postMany("203.0.113.10", 1), [200], "another network");
    clock.advance(10 * 60_000 - 1);
    assertEquals(await postMany("2001:db8::1", 1), [429]);
    clock.advance(1);
    assertEquals(await postMany("2001:db8::1", 1), [200]);
  });

  it("SECURITY E2: takes 3,000 from all networks together, of which one uses up no more than its own", async () => {
    await postMany("203.0.113.9", 1_200);
    for (let network = 1; network < 5; network++) {
      assertEquals(await postMany(`198.51.${network}.1`, 600), Array(600).fill(200));
    }
    assertEquals([await postMany("203.0.113.10", 1), await rows()], [[429], []]);
    clock.advance(10 * 60_000);
    assertEquals(await postMany("203.0.113.10", 1), [200]);
  });

  it("shows reports as text", async () => {
    await post(envelope({ ...EVENT, exception: { values: [{ type: "<script>", value: "1" }] } }));
    const page = await (await errors(new Request("http://errors/"))).text();
    assertMatch(page, /&lt;script&gt;: 1/);
    assertNotMatch(page, /<script|style=/);
  });
});
