/** The paid sources: requests as their vendors document them, responses of that shape, and failures. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import type { Upstream } from "../../../../platform/http/upstream.ts";
import { embeddedSource } from "./embedded.ts";
import { lookUp } from "../lookup.ts";
import type { LookupSource } from "./source.ts";
import { loadPhoneData } from "../../numbering/phone_data.ts";
import { NO_REPORTS } from "../../scoring/report_weight.ts";
import { ipqsSource } from "./ipqs.ts";
import { twilioSource } from "./twilio.ts";

const NUMBER = "+16502530000";
const fallback = embeddedSource(loadPhoneData());
const IPQS = {
  message: "Phone is valid.",
  success: true,
  formatted: NUMBER,
  local_format: "(650) 253-0000",
  valid: true,
  fraud_score: 12,
  recent_abuse: false,
  VOIP: false,
  prepaid: null,
  risky: false,
  active: true,
  carrier: "Google Fiber",
  line_type: "Wireless",
  country: "US",
  city: "Palo Alto",
  zip_code: "94301",
  region: "CA",
  dialing_code: 1,
  active_status: "N/A",
  timezone: "America/Los_Angeles",
  name: "N/A",
  request_id: "abc",
};
const TWILIO = {
  calling_country_code: "1",
  country_code: "US",
  phone_number: NUMBER,
  national_format: "(650) 253-0000",
  valid: true,
  validation_errors: [],
  line_type_intelligence: {
    type: "nonFixedVoip",
    carrier_name: "Twilio - SMS/MMS",
    mobile_country_code: "311",
    mobile_network_code: "999",
    error_code: null,
  },
};

async function factsBy(make: (fetch: Upstream) => LookupSource, answer: () => Promise<Response>) {
  const seen: Request[] = [];
  const source = make((request) => {
    seen.push(request);
    return answer();
  });
  const ports = { source, reportsOn: () => Promise.resolve(NO_REPORTS) };
  const outcome = await lookUp({ text: NUMBER, country: "US" }, ports);
  assert(outcome.kind === "done");
  return { facts: outcome.looked.facts, seen, score: outcome.looked.score };
}
const ipqs = (fetch: Upstream) => ipqsSource({ key: "key/1", fallback, fetch });
const twilio = (fetch: Upstream) => twilioSource({ accountSid: "AC1", authToken: "secret", fallback, fetch });
const json = (body: unknown, status = 200) => () => Promise.resolve(Response.json(body, { status }));

describe("IPQualityScore", () => {
  it("is called once per look-up, and the report shows its facts and its name", async () => {
    const { facts, seen } = await factsBy(ipqs, json(IPQS));
    assertEquals(seen.map((request) => request.url), [
      "https://www.ipqualityscore.com/api/json/phone/key%2F1/%2B16502530000",
    ]);
    const { lineType, carrier, location, city } = facts.phone;
    assertEquals([lineType, carrier, location, city], ["mobile", "Google Fiber", "Palo Alto, CA", "Palo Alto"]);
    assertEquals(facts.timeZones, ["America/Los_Angeles"]);
    assert(facts.dataVersions.includes("IPQualityScore"));
  });
  it("leaves fields that it reports as N/A to our own data", async () => {
    const bare = { ...IPQS, carrier: "N/A", line_type: "Unknown", city: "N/A", region: "", timezone: null };
    const { facts } = await factsBy(ipqs, json(bare));
    assertEquals([facts.phone.lineType, facts.phone.location], ["fixedLineOrMobile", "Mountain View, CA"]);
  });
});

describe("Twilio Lookup v2", () => {
  it("is called once per look-up with its credentials, and places come from our own data", async () => {
    const { facts, seen, score } = await factsBy(twilio, json(TWILIO));
    assertEquals(seen.map((request) => [request.url, request.headers.get("authorization")]), [[
      "https://lookups.twilio.com/v2/PhoneNumbers/%2B16502530000?Fields=line_type_intelligence",
      `Basic ${btoa("AC1:secret")}`,
    ]]);
    const { lineType, carrier, location } = facts.phone;
    assertEquals([lineType, carrier, location], ["nonFixedVoip", "Twilio - SMS/MMS", "Mountain View, CA"]);
    assert(facts.dataVersions.includes("Twilio Lookup v2"));
    assertEquals(score.reasons.map((reason) => reason.rule), ["VOIP"]);
  });
  it("treats an unknown type, or an error of the package, as no answer", async () => {
    for (const line of [{ type: "hologram" }, { type: null, error_code: 60600 }, null]) {
      const { facts } = await factsBy(twilio, json({ ...TWILIO, line_type_intelligence: line }));
      assertEquals(facts.phone.lineType, "fixedLineOrMobile");
    }
  });
});

describe("a source that does not answer", () => {
  const faults: readonly (readonly [string, () => Promise<Response>])[] = [
    ["nothing", () => Promise.reject(new Error("down"))],
    ["429", json({ success: false, message: "You have exceeded your request quota" }, 429)],
    ["success: false", json({ success: false, message: "Invalid key" })],
    ["a page", () => Promise.resolve(new Response("<html>"))],
    ["another shape", json({ success: "yes", phone_number: 1 })],
    ["too much", json({ ...IPQS, ...TWILIO, more: "x".repeat(70_000) })],
    ["a redirect", () => Promise.resolve(new Response(null, { status: 302, headers: { location: "http://x" } }))],
  ];
  for (const [title, answer] of faults) {
    it(`(${title}) leaves the look-up to our own data, and the report says so`, async () => {
      for (const make of [ipqs, twilio]) {
        const { facts, seen } = await factsBy(make, answer);
        assertEquals([facts.phone.lineType, facts.phone.location], ["fixedLineOrMobile", "Mountain View, CA"]);
        assertEquals([facts.dataVersions.length, seen.length], [2, 1]);
      }
    });
  }
});
