import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { EMPTY_PHONE_LOOKUP } from "../../server/wire/members/report.ts";
import * as services from "./services.ts";

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly token: string | null;
  readonly body: unknown;
}

/** Answers every call with the given value and records what was sent. */
function recorder(answer: unknown) {
  const sent: Sent[] = [];
  const fake: typeof fetch = (url, init) => {
    const headers = new Headers(init?.headers);
    const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
    sent.push({ method: init?.method ?? "GET", url: String(url), token: headers.get("x-id-token"), body });
    return Promise.resolve(Response.json(answer));
  };
  return { options: { fetch: fake, idToken: "token" }, anonymous: { fetch: fake }, sent };
}

const PROFILE = { user_id: "u1", email: "", name: "", subscription_ids: [], created_at: "", recent: [] };
const REPORT = {
  id: "r1",
  created_at: "",
  facts: { phone: EMPTY_PHONE_LOOKUP, e164: "", timeZones: [], dataVersions: [] },
  score: { value: null, band: "none", reasons: [] },
  confidence: { level: "low", why: [] },
  unknowns: [],
  memberReports: { count: 0, bad: 0 },
  left: { today: 1, credits: 0 },
  error: "",
};

describe("the app's calls", () => {
  it("W-CALL-04: GET init/session returns a payment client configuration", async () => {
    const { anonymous, sent } = recorder({ version: "1", data: "e30=" });
    assertEquals(await services.getCheckoutSession("tck_weekly_3dtrial", anonymous), { version: "1", data: "e30=" });
    const url = "/services/subscriptions/init/session?plan_id=tck_weekly_3dtrial";
    assertEquals(sent, [{ method: "GET", url, token: null, body: undefined }]);
  });

  it("W-CALL-20 W-AUTH-09: the profile is a GET with subscription_id and x-id-token", async () => {
    const { options, sent } = recorder(PROFILE);
    await services.getProfile("s 1", options);
    assertEquals(sent, [{
      method: "GET",
      url: "/services/profile?subscription_id=s%201",
      token: "token",
      body: undefined,
    }]);
  });

  it("W-CALL-21 W-AUTH-09: the report is a POST with its five keys and x-id-token", async () => {
    const { options, sent } = recorder(REPORT);
    const body = { user_id: "u1", phone_number: "+16502530000", subscription_id: "s1", name: "", email: "" };
    await services.postReport(body, options);
    assertEquals(sent, [{ method: "POST", url: "/services/report", token: "token", body }]);
  });

  it("W-CALL-17: the cancel request sends email, product code, host and the emailing flag", async () => {
    const { anonymous, sent } = recorder({});
    await services.postCancelRequest("ana@example.com", "localhost", anonymous);
    const body = { email: "ana@example.com", product: "TCK", host: "localhost", emailing: true };
    assertEquals(sent, [{ method: "POST", url: "/api/cancel-request", token: null, body }]);
  });

  it("W-CALL-01 W-CALL-14 W-CALL-18 W-CALL-19: the rest are POSTs that carry only their path", async () => {
    const { options, anonymous, sent } = recorder({ subscriptions: [] });
    await services.getMySubscriptions(options);
    await services.getSubscription("a/b", options).catch(() => undefined);
    await services.postCancelSubscription("c d", anonymous);
    await services.postSendActivation("trustcheck", "ana+1@example.com", anonymous);
    assertEquals(sent.map(({ method, url, body }) => [method, url, body]), [
      ["POST", "/services/subscriptions/subscriptions-of-member", undefined],
      ["POST", "/services/subscriptions/subscriptions/a%2Fb", undefined],
      ["POST", "/api/cancel-subscription/c%20d", undefined],
      ["POST", "/api/send-activation-by-email/trustcheck/ana%2B1%40example.com", undefined],
    ]);
  });
});
