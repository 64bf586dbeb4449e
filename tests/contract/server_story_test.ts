/**
 * What the whole server answers, writes and logs, step by step, while people buy, use and end a plan. The texts are
 * approved: a changed column, state, sentence or log line shows in review.
 */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import type { PlanId } from "../../server/wire/billing/plans.ts";
import { compareApprovedText } from "../support/approved.ts";
import { type Answer, NO_ADDRESS, type Visitor } from "../support/app/http_visitor.ts";
import { openServerStory, type ServerStory } from "../support/app/server_story.ts";

const EMAIL = "ada@mail.example";
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

async function tell(name: string, env: Readonly<Record<string, string>>, steps: (story: ServerStory) => Promise<void>) {
  const story = await openServerStory(env);
  try {
    await steps(story);
    await story.compare(`server/${name}`);
  } finally {
    await story.close();
  }
}

/** Signs in and claims the plan; answers the headers of the member. */
async function claim(visitor: Visitor, subscription_id: string) {
  const { idToken, uid } = await visitor.signIn(EMAIL);
  const headers = { "x-id-token": idToken };
  const finalize = { subscription_id, email: EMAIL, firebase_id: uid, apple_token: "", attribution: {} };
  await visitor.post("/subs/finalize", finalize, headers);
  return { headers, uid };
}

/** A refused step says nothing about what it should do. */
async function done(answer: Promise<Answer>): Promise<Answer> {
  const { status, body } = await answer;
  assertEquals([status, body.error ?? ""], [200, ""]);
  return { status, body };
}

async function addOn(visitor: Visitor, plan_id: PlanId, subscription_id: string, headers = {}) {
  const { body } = await done(visitor.agree(plan_id, subscription_id, headers));
  const create = { plan_id, email: EMAIL, attribution: {}, address: NO_ADDRESS, subscription_id };
  return await done(visitor.post("/subs/create-no-user", { ...create, consent_id: body.consent_id }, headers));
}

describe("the server", () => {
  it("a trial is bought, renewed, declined, paid again and ended", () =>
    tell("plan", {}, async (story) => {
      const visitor = story.visitor("Ada");
      await visitor.payFor("tck_weekly_3dtrial", "4000000000000002");
      await story.add("declined");
      const { body } = await visitor.buy("tck_weekly_3dtrial", EMAIL);
      const id: string = body.subscription_id;
      await story.add("bought");
      let { headers } = await claim(visitor, id);
      await story.add("claimed");
      await visitor.post(`/rec/subscriptions/${id}`, undefined, headers);
      await visitor.get(`/services/profile?subscription_id=${id}`, headers);
      await story.add("looked at");
      await story.pass(2 * DAY_MS);
      await story.add("two days later");
      await story.pass(DAY_MS + HOUR_MS);
      await story.add("the first renewal");
      headers = { "x-id-token": (await visitor.signIn(EMAIL)).idToken };
      await visitor.post(`/services/subscriptions/charges-of/${id}`, {}, headers);
      const preview = `/services/subscriptions/changes-of/${id}/preview`;
      await done(visitor.post(preview, { change: { kind: "pause", months: 2 } }, headers));
      await done(visitor.post(preview, { change: { kind: "switch", plan_id: "tck_3month_plan" } }, headers));
      await story.add("charges and changes");
      await visitor.post(`/api/cancel-subscription/${id}`, undefined);
      await story.add("cancelled");
      await visitor.post(`/api/cancel-subscription/${id}`, undefined);
      await story.add("cancelled again");
      await story.pass(8 * DAY_MS);
      await story.add("ended");
    }));

  it("a card that stops paying is asked again, and the plan ends", () =>
    tell("declined_renewals", {}, async (story) => {
      const visitor = story.visitor("Ada");
      await visitor.buy("tck_weekly_3dtrial", EMAIL, "4000000000000341");
      await story.add("bought");
      for (const day of [3, 4, 7, 11, 20]) {
        await story.pass(3 * DAY_MS + HOUR_MS);
        await story.add(`later, ${day}`);
      }
    }));

  it("numbers are looked up, reported and watched; the member exports all data and deletes the account", () =>
    tell("member", {}, async (story) => {
      const visitor = story.visitor("Ada");
      const { body } = await visitor.buy("tck_3month_plan", EMAIL);
      const id: string = body.subscription_id;
      const { headers, uid } = await claim(visitor, id);
      await story.add("a member");
      const ask = { user_id: uid, phone_number: "+16502530000", subscription_id: id, name: "", email: EMAIL };
      const { body: report } = await visitor.post("/services/report", ask, headers);
      await story.add("looked up");
      await visitor.get("/services/report/history", headers);
      await visitor.get(`/services/report/stored/${report.id}`, headers);
      await visitor.raw(`/services/report/stored/${report.id}/pdf`, headers);
      await story.add("looked at again");
      await addOn(visitor, "tck_ultimate_pack_otp", id, headers);
      await story.add("an add-on");
      await visitor.raw(`/services/report/stored/${report.id}/pdf`, headers);
      await visitor.get(`/services/report/stored/${report.id}/data`, headers);
      await visitor.get("/services/report/of-number?number=%2B16502530000", headers);
      const phone_number = "+16502530000";
      await done(visitor.post("/services/report/of-number", { phone_number, bad: true, kind: "fraud" }, headers));
      await done(visitor.post("/services/report/watch", { phone_number }, headers));
      await visitor.get("/services/report/watch", headers);
      const list = { name: "Calls", csv: "+1 900 976 1234\n+1 900 976 1235", country: "", subscription_id: id };
      await visitor.post("/services/report/batch", list, headers);
      await story.add("a report of the member, a watch and a list");
      await story.pass(HOUR_MS);
      await story.add("an hour later");
      await visitor.get("/services/report/guide", headers);
      await visitor.raw("/services/profile/export", headers);
      await done(visitor.post("/services/profile/own-number", { phone_number: "+16502530001", country: "" }, headers));
      await story.add("own data");
      await done(visitor.post("/services/profile/delete", { confirm: "delete" }, headers));
      await story.add("deleted");
      await story.pass(40 * DAY_MS);
      await story.add("forty days later");
    }));

  it("the countries of a billing address have what their forms need", async () => {
    const story = await openServerStory();
    try {
      const answer = await story.visitor("A page").get("/services/payments/countries.json");
      const rows = Object.values(answer.body).map((row) => `${JSON.stringify(row)}\n`);
      await compareApprovedText("server/countries", rows.join(""));
    } finally {
      await story.close();
    }
  });

  it("strangers get nothing, with a sentence", () =>
    tell("strangers", {}, async (story) => {
      const visitor = story.visitor("Eve");
      const GETS = [
        ...["/services/profile", "/services/report/history", "/services/report/stored/x", "/services/report/guide"],
        ...["/services/report/watch", "/services/report/batch", "/services/report/registry", "/services/none"],
        ...["/services/profile/export", "/api/none", "/verify/x", "/healthz", "/operator/moves", "/metrics"],
        ...["/services/payments/countries.json", "/services/payments/openapi.json?x", "/services/payments/none"],
        ...["/services/subscriptions/init/session", "/services/subscriptions/init/session?plan_id=none", "/readyz"],
      ];
      for (const path of GETS) await visitor.raw(path);
      await story.add("asks");
      const POSTS: readonly (readonly [path: string, body: unknown])[] = [
        ["/services/report", { phone_number: "+16502530000" }],
        ["/services/report", {}],
        ["/services/report/registry", { name: "Ada" }],
        ["/services/report/batch", { text: "" }],
        ["/services/report/watch", {}],
        ["/services/report/dispute", { number: "+16502530000" }],
        ["/services/report/of-number", {}],
        ["/services/profile/own-number", {}],
        ["/services/profile/delete", {}],
        ["/subs/create-no-user", {}],
        ["/subs/create-no-user", { plan_id: "tck_3month_plan", email: EMAIL, attribution: {}, address: NO_ADDRESS }],
        ["/subs/finalize", {}],
        ["/services/subscriptions/subs/create", {}],
        ["/services/subscriptions/subs/activate", {}],
        ["/rec/subscriptions/x", undefined],
        ["/api/cancel-subscription/x", undefined],
        ["/api/cancel-request", { email: EMAIL }],
        ["/api/withdraw-request", { email: EMAIL }],
        ["/api/cancel-request", {}],
        ["/api/consent", { plan_id: "none" }],
        ["/api/free-check", { number: "+1 650 253 0000" }],
        ["/api/events", []],
        ["/services/payments/auth/token/none", {}],
        ["/services/payments/merchant/client/init", {}],
        ["/services/payments/client/bin-lookup", { bin: "42424242" }],
        ["/services/payments/client/executions/x/authorize", {}],
        ["/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k", { email: EMAIL, password: "x" }],
        ["/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k", {
          requestType: "PASSWORD_RESET",
          email: EMAIL,
        }],
        ["/identitytoolkit.googleapis.com/v1/accounts:lookup?key=k", { idToken: "x" }],
        ["/checkout/session", {}],
        ["/checkout/session", { type: "card", scenario: "none", amount: "1" }],
      ];
      for (const [path, body] of POSTS) await visitor.post(path, body).catch(() => undefined);
      await story.add("sends");
    }));
});
