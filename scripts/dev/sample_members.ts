/** The sample members: what each one did how many days ago, and what the members area shows of it today. */
import { type PlanId } from "../../server/wire/billing/plans.ts";
import type { ReportKind } from "../../server/wire/members/member_reports.ts";
import { type Answer, NO_ADDRESS, type Visitor } from "../../tests/support/app/http_visitor.ts";

export interface SampleMember {
  readonly email: string;
  readonly name: string;
  /** For the developer who chooses a member. */
  readonly shows: string;
  readonly steps: readonly Step[];
}

export type Step = { readonly daysAgo: number } & Act;

type Act =
  | { readonly act: "buy"; readonly planId: PlanId; readonly card?: string }
  /** Signs in, so that the purchase belongs to the account. */
  | { readonly act: "join" }
  | { readonly act: "add"; readonly planId: PlanId }
  | { readonly act: "check"; readonly phoneNumber: string }
  | { readonly act: "report"; readonly phoneNumber: string; readonly kind: ReportKind; readonly text: string }
  | { readonly act: "watch"; readonly phoneNumber: string }
  | { readonly act: "cancel" };

/** Approves the first payment and declines every renewal. */
const CARD_WITHOUT_RENEWALS = "4000000000000341";
const WATCHED = "+442079460000";

/** The weekly plan renews 3 days after its purchase, and every 7 days from then on. */
export const SAMPLE_MEMBERS: readonly SampleMember[] = [
  {
    email: "ada@mail.example",
    name: "Ada Sample",
    shows: "weekly plan that renews tomorrow, Ultimate Pack, three reports, a watched number with news",
    steps: [
      { daysAgo: 44, act: "buy", planId: "tck_weekly_3dtrial" },
      { daysAgo: 44, act: "add", planId: "tck_ultimate_pack_otp" },
      { daysAgo: 44, act: "join" },
      { daysAgo: 43, act: "check", phoneNumber: "+16502530000" },
      { daysAgo: 20, act: "check", phoneNumber: WATCHED },
      { daysAgo: 20, act: "watch", phoneNumber: WATCHED },
      { daysAgo: 3, act: "check", phoneNumber: "+449098790123" },
    ],
  },
  {
    email: "ben@mail.example",
    name: "Ben Sample",
    shows: "trial of the weekly plan, first renewal tomorrow",
    steps: [
      { daysAgo: 2, act: "buy", planId: "tck_weekly_3dtrial" },
      { daysAgo: 2, act: "join" },
      { daysAgo: 1, act: "check", phoneNumber: WATCHED },
      { daysAgo: 1, act: "report", phoneNumber: WATCHED, kind: "impersonation", text: "Said they were my bank." },
    ],
  },
  {
    email: "cleo@mail.example",
    name: "Cleo Sample",
    shows: "cancelled plan that stays open for five more days",
    steps: [
      { daysAgo: 12, act: "buy", planId: "tck_weekly_3dtrial" },
      { daysAgo: 12, act: "join" },
      { daysAgo: 11, act: "check", phoneNumber: "+16502530000" },
      { daysAgo: 1, act: "cancel" },
    ],
  },
  {
    email: "dora@mail.example",
    name: "Dora Sample",
    shows: "plan that ended four weeks ago",
    steps: [
      { daysAgo: 31, act: "buy", planId: "tck_weekly_3dtrial" },
      { daysAgo: 31, act: "join" },
      { daysAgo: 30, act: "cancel" },
    ],
  },
  {
    email: "eli@mail.example",
    name: "Eli Sample",
    shows: "renewal that was declined, retried within hours",
    steps: [
      { daysAgo: 3.5, act: "buy", planId: "tck_weekly_3dtrial", card: CARD_WITHOUT_RENEWALS },
      { daysAgo: 3.5, act: "join" },
    ],
  },
  {
    email: "fay@mail.example",
    name: "Fay Sample",
    shows: "3-month plan that was never claimed by an account: its receipt is in the mailbox",
    steps: [{ daysAgo: 1, act: "buy", planId: "tck_3month_plan" }],
  },
];

const SUBSCRIPTIONS = "/services/subscriptions";

/** A member's browser. */
export interface SampleBrowser {
  readonly visitor: Visitor;
  /** Of the last purchase; empty before it. */
  subscriptionId: string;
}

/** Makes the calls of the web app for one step. */
export async function takeStep(step: Step, { email, name }: SampleMember, browser: SampleBrowser): Promise<void> {
  const { visitor, subscriptionId: subscription_id } = browser;
  if (step.act === "buy") {
    const { body } = expectOk(await visitor.buy(step.planId, email, step.card), email);
    browser.subscriptionId = body.subscription_id;
    return;
  }
  if (step.act === "add") {
    const { body: consent } = expectOk(await visitor.agree(step.planId, subscription_id), email);
    const order = { plan_id: step.planId, subscription_id, consent_id: consent.consent_id, attribution: {} };
    expectOk(await visitor.post("/subs/create-no-user", { ...order, email, address: NO_ADDRESS }), email);
    return;
  }
  expectOk(await takeSignedInStep(step, { email, name, browser }), email);
}

interface Member {
  readonly email: string;
  readonly name: string;
  readonly browser: SampleBrowser;
}

async function takeSignedInStep(
  step: Exclude<Step, { readonly act: "buy" | "add" }>,
  { email, name, browser: { visitor, subscriptionId: subscription_id } }: Member,
): Promise<Answer> {
  const { idToken, uid } = await visitor.signIn(email, name);
  const headers = { "x-id-token": idToken };
  const phone_number = "phoneNumber" in step ? step.phoneNumber : "";
  switch (step.act) {
    case "join": {
      const claim = { subscription_id, email, firebase_id: uid, apple_token: "", attribution: {} };
      return await visitor.post(`${SUBSCRIPTIONS}/subs/finalize`, claim, headers);
    }
    case "check": {
      const ask = { user_id: uid, phone_number, subscription_id, name: "", email };
      return await visitor.post("/services/report", ask, headers);
    }
    case "report": {
      const report = { phone_number, bad: true, kind: step.kind, text: step.text };
      return await visitor.post("/services/report/of-number", report, headers);
    }
    case "watch":
      return await visitor.post("/services/report/watch", { phone_number }, headers);
    case "cancel":
      return await visitor.post(`/api/cancel-subscription/${subscription_id}`, undefined, headers);
  }
}

function expectOk(answer: Answer, email: string): Answer {
  if (answer.status !== 200 || answer.body?.error) {
    throw new Error(`A sample call of ${email} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return answer;
}
