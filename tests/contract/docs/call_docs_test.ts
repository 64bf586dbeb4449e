/**
 * docs/development/calls.md assigns every call to a function of the client, and the function makes exactly that call.
 */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import * as services from "../../../client/api/services.ts";
import * as signedIn from "../../../client/api/signed_in_calls.ts";
import { getTrace } from "../../../client/api/trace.ts";
import type { CreateNoUser } from "../../../server/wire/billing/purchase.ts";
import { NO_ADDRESS } from "../../support/app/http_visitor.ts";

/** Every service call, with our addresses. */
const DOCUMENTED = [
  "GET init/session",
  "POST subs/create-no-user",
  "POST subs/create-no-user-applepay",
  "POST subs/create",
  "POST subs/create-applepay",
  "POST recurring/create-subscription",
  "POST subs/finalize",
  "POST subscription-finalize",
  "POST subscriptions/{id}",
  "POST rec/subscriptions/{id}",
  "POST api/apple-pay/validate-merchant",
  "POST api/cancel-request",
  "POST api/cancel-subscription/{content}",
  "POST api/send-activation-by-email/trustcheck/{email}",
  "GET profile",
  "POST report",
  "GET /cdn-cgi/trace",
] as const;

const buyer = { plan_id: "tck_weekly_3dtrial", email: "ann@mail.example", attribution: {}, address: NO_ADDRESS };
const member = { plan_id: "tck_weekly_3dtrial", email: "ann@mail.example", firebase_id: "u" };
type Options = { readonly fetch: typeof fetch };
/** Arguments of each function, with each placeholder's own name as its value. */
const ASK: Readonly<Record<string, (options: Options) => Promise<unknown>>> = {
  getCheckoutSession: (options) => services.getCheckoutSession("p", options),
  createNoUser: (options) => services.createNoUser(buyer satisfies CreateNoUser, options),
  createNoUserApplePay: (options) =>
    services.createNoUserApplePay({ ...buyer, token: {}, display_name: "", vault: "" }, options),
  finalizeSubscription: (options) =>
    services.finalizeSubscription(
      { subscription_id: "s", email: "", firebase_id: "u", apple_token: "", attribution: {} },
      options,
    ),
  getSubscription: (options) => services.getSubscription("id", options),
  postValidateMerchant: (options) => services.postValidateMerchant({ validationURL: "", domain: "" }, options),
  postCancelRequest: (options) => services.postCancelRequest("", "", options),
  postCancelSubscription: (options) => services.postCancelSubscription("content", options),
  postSendActivation: (options) => services.postSendActivation("trustcheck", "email", options),
  getProfile: (options) => services.getProfile("s", options),
  postReport: (options) =>
    services.postReport({ user_id: "u", phone_number: "", subscription_id: "", name: "", email: "" }, options),
  getTrace: (options) => getTrace(options),
  createForMember: (options) =>
    signedIn.createForMember({ ...member, apple_token: "", attribution: {} }, { ...options, idToken: "t" }),
  createApplePayForMember: (options) =>
    signedIn.createApplePayForMember({ ...buyer, ...member, token: "t" }, { ...options, idToken: "t" }),
  createRecurring: (options) => signedIn.createRecurring({ ...member, apple_token: "" }, { ...options, idToken: "t" }),
  finalizeAt: (options) =>
    signedIn.finalizeAt(
      "/services/subscriptions",
      { subscription_id: "s", email: "", firebase_id: "u", apple_token: "", attribution: {} },
      { ...options, idToken: "t" },
    ),
  getRecurringSubscription: (options) => signedIn.getRecurringSubscription("id", { ...options, idToken: "t" }),
};

describe("the page of calls", () => {
  const rows = async () => {
    const page = await Deno.readTextFile(new URL("../../../docs/development/calls.md", import.meta.url));
    return [...page.matchAll(/^\| `([^`]+)` +\| (\S[^|]+?) *\|$/gm)]
      .map(([, call = "", by = ""]) => ({ call, by: /^`(\w+)`/.exec(by)?.[1] }));
  };

  it("W-CALL-25: lists each documented call once, and no other", async () =>
    assertEquals((await rows()).map(({ call }) => call), [...DOCUMENTED]));

  it("W-CALL-25, W-CALL-26: the function that is named makes this call, and a screen uses it", async () => {
    const sources = await screens();
    const assigned = (await rows()).filter(({ by }) => by !== undefined);
    assertEquals(assigned.map(({ by }) => by).sort(), Object.keys(ASK).sort());
    for (const { call, by = "" } of assigned) {
      const sent: string[] = [];
      const fake: typeof fetch = (url, init) => {
        sent.push(`${init?.method ?? "GET"} ${String(url).replace(/\?.*/, "")}`);
        return Promise.resolve(Response.json({}));
      };
      await ASK[by]?.({ fetch: fake }).catch(() => undefined);
      const [method = "", path = ""] = call.replace(/[{}]/g, "").split(" ");
      assertEquals(sent.length, 1, by);
      assert(sent[0]?.startsWith(`${method} `) && sent[0].endsWith(path), `${by}: ${sent[0]} is not ${call}`);
      assert(new RegExp(`\\b${by}\\(`).test(sources), `no screen uses ${by}`);
    }
  });
});

/** All files of the client except tests and the functions themselves. */
async function screens(folder = new URL("../../../client/", import.meta.url)): Promise<string> {
  const parts: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory && name !== "api" && name !== "playground") {
      parts.push(await screens(new URL(`${name}/`, folder)));
    } else if (/\.tsx?$/.test(name) && !/_test\.tsx?$/.test(name)) {
      parts.push(await Deno.readTextFile(new URL(name, folder)));
    }
  }
  return parts.join("\n");
}
