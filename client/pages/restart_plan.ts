/** Restarts an ended plan with the member's last used card, through recurring billing (W-CALL-15). */
import { LOCALE } from "../i18n/language.ts";
import { t } from "../i18n/t.ts";
import { askApproved } from "../lib/ask_approved.ts";
import { failureSentence } from "../api/failure.ts";
import { isUndecided, isUnknownEnd } from "../api/open_end.ts";
import { getCheckoutSession, postConsent } from "../api/services.ts";
import { createRecurring } from "../api/signed_in_calls.ts";
import { currentLink } from "../lib/link/link.ts";
import { tracker } from "../visit/tracker.ts";
import type { RestartPlanProps, RestartTerms } from "../features/billing/RestartPlan.tsx";
import { APPLE_RETRY_MS } from "../features/checkout/constants.ts";
import { consentText, payLabel, priceLines } from "../features/checkout/plans/price_lines.ts";
import { retryUntilAnswered } from "../features/checkout/purchase/purchase.ts";
import { waitForConnection } from "../lib/browser/wait.ts";
import { PLAN_CONSENT_VERSION } from "../../server/wire/billing/consent_texts.ts";
import { type Plan, todayCents } from "../../server/wire/billing/plans.ts";
import type { Shown } from "../../server/wire/billing/purchase.ts";
import { shownFigures } from "../../server/wire/billing/schedule.ts";
import { approve, type MemberCall, memberCall } from "./plan_calls.ts";

const TEXTS = {
  unanswered: t("Our server didn't respond. Try again. You won't be charged twice."),
  fallback: t("We couldn't restart your plan. You haven't been charged. Try again."),
};
const SIGN_IN = t("You've been signed out. You haven't been charged. Sign in again.");

export function restartPlanOf(plan: Plan, email: string): Pick<RestartPlanProps, "terms" | "start"> {
  return {
    terms: () => termsOf(plan, shownFigures(plan, Date.now())),
    start: async (terms) => {
      const error = await pay({ plan, email, terms }).catch((reason: unknown) => failureSentence(reason, TEXTS));
      if (error === "") tracker().purchase({ planId: plan.id, cents: todayCents(plan) });
      else tracker().purchaseError(error);
      return error;
    },
  };
}

/** The same figures make up the screen and the consent. */
function termsOf(plan: Plan, shown: Shown): RestartTerms {
  const { today, then, leave } = priceLines(plan, shown);
  return { lines: [today, then, leave], consent: consentText(plan, shown), pay: payLabel(plan), shown };
}

interface Order {
  readonly plan: Plan;
  readonly email: string;
  readonly terms: RestartTerms;
}

/** Payments without an outcome, such as while the bank waits for an approval. Another press asks for the same one. */
const UNDECIDED = new Set<string>();

/** Checkout, consent, charge; a lost response is requested again and charges nothing twice. */
async function pay(order: Order): Promise<string> {
  const member = await memberCall();
  if (member === undefined) return SIGN_IN;
  const { uid, options } = member;
  const { plan, email } = order;
  const payment = `${uid} ${plan.id}`;
  if (!UNDECIDED.has(payment)) await agree(order, options);
  UNDECIDED.add(payment);
  const create = async () => {
    const answer = await createRecurring({ plan_id: plan.id, email, firebase_id: uid, apple_token: "" }, options)
      .catch((reason: unknown) => {
        if (!isUnknownEnd(reason)) UNDECIDED.delete(payment);
        throw reason;
      });
    if (!isUndecided(answer)) UNDECIDED.delete(payment);
    return answer;
  };
  const end = await retryUntilAnswered({ wait: waitForConnection }, {
    ask: () => askApproved(create, approve),
    waitsMs: APPLE_RETRY_MS,
  });
  switch (end.kind) {
    case "created":
      return "";
    case "refused":
      return end.text;
    case "unanswered":
      return TEXTS.unanswered;
  }
}

async function agree({ plan, email, terms }: Order, options: MemberCall["options"]): Promise<void> {
  await getCheckoutSession(plan.id, options);
  await postConsent({
    plan_id: plan.id,
    email,
    text: terms.consent,
    text_version: PLAN_CONSENT_VERSION,
    link_text_version: currentLink().tcv,
    locale: LOCALE,
    shown: terms.shown,
  }, options);
}
