/**
 * One click on an add-on (W-OFFER-01 to W-OFFER-04): needs the purchase's email and id, stores the button's text as
 * consent, creates.
 */
import { t } from "../../i18n/t.ts";
import { reportUnexpected } from "../../lib/unexpected.ts";
import { askApproved } from "../../lib/ask_approved.ts";
import { isUndecided, isUnknownEnd } from "../../api/open_end.ts";
import { errorString, failureSentence, readFailure } from "../../api/failure.ts";
import { ADD_ON_CONSENT_VERSION } from "../../../server/wire/billing/consent_texts.ts";
import { type Plan, todayCents } from "../../../server/wire/billing/plans.ts";
import { shownFigures } from "../../../server/wire/billing/schedule.ts";
import {
  type Attribution,
  type CheckoutSession,
  type Consent,
  type CreateNoUser,
  NO_ADDRESS,
} from "../../../server/wire/billing/purchase.ts";
import { reportedAddOnCents } from "../../lib/format/money.ts";
import { ADD_RETRY_MS, GENERIC_ERROR, NO_SUBSCRIPTION_DATA } from "./constants.ts";
import { addOnConsent } from "./offer_texts.ts";
import type { KeptOrders } from "./kept_orders.ts";
import type { OffersEvent } from "./offers_state.ts";

const NO_CONNECTION = t(
  "We couldn't reach our server. When you're back online, try again. You won't be charged twice.",
);
export interface AdditionalPurchasePorts {
  readonly dispatch: (event: OffersEvent) => void;
  /** False for a click too soon after the last one. */
  readonly mayAdd: () => boolean;
  /** Email and subscription id of the purchase, from session storage. */
  readonly readPurchase: () => { readonly email: string; readonly subscriptionId: string };
  readonly agree: (consent: Consent) => Promise<{ readonly consent_id: string }>;
  readonly create: (body: CreateNoUser) => Promise<unknown>;
  /** Opens the 3-D Secure challenge of the charge. Resolves when the shopper has completed or left it. */
  readonly approve: (session: CheckoutSession) => Promise<void>;
  readonly orders: KeptOrders;
  readonly attribution: () => Attribution;
  readonly locale: () => string;
  /** `tcv` of the link; stored beside the version that is shown. */
  readonly linkTextVersion: () => string;
  readonly now: () => number;
  readonly wait: (durationMs: number) => Promise<void>;
  readonly trackPurchase: (sale: AddOnSale) => void;
  readonly trackError: (text: string) => void;
  /** The success callback (W-OFFER-03): called once the add-on is bought, after the trackers. */
  readonly onSuccess: (plan: Plan) => void;
}

export interface AddOnSale {
  readonly planId: string;
  /** 75 % of the price (W-LIMIT-02). */
  readonly reportedCents: number;
}

export async function buyAdditional(ports: AdditionalPurchasePorts, plan: Plan): Promise<void> {
  if (!ports.mayAdd()) return;
  const { email, subscriptionId } = ports.readPurchase();
  if (email === "" || subscriptionId === "") return failAdding(ports, plan, NO_SUBSCRIPTION_DATA);
  ports.dispatch({ type: "add_started", planId: plan.id });
  try {
    const body = ports.orders.read(plan.id, subscriptionId) ??
      await bodyWithConsent(ports, { plan, email, subscriptionId });
    const error = errorString(await askApproved(() => createUntilAnswered(ports, { plan, body }), ports.approve));
    if (error !== "") return failAdding(ports, plan, error);
  } catch (reason) {
    const text = failureSentence(reason, { unanswered: NO_CONNECTION, fallback: GENERIC_ERROR });
    return failAdding(ports, plan, text);
  }
  ports.trackPurchase({
    planId: plan.id,
    reportedCents: reportedAddOnCents(todayCents(plan)),
  });
  ports.onSuccess(plan);
}

interface Order {
  readonly plan: Plan;
  readonly email: string;
  readonly subscriptionId: string;
}

async function bodyWithConsent(ports: AdditionalPurchasePorts, order: Order): Promise<CreateNoUser> {
  const { plan, email, subscriptionId } = order;
  const { consent_id } = await ports.agree({
    plan_id: plan.id,
    subscription_id: subscriptionId,
    email,
    text: addOnConsent(plan),
    text_version: ADD_ON_CONSENT_VERSION,
    link_text_version: ports.linkTextVersion(),
    locale: ports.locale(),
    shown: shownFigures(plan, ports.now()),
  });
  return {
    plan_id: plan.id,
    email,
    attribution: ports.attribution(),
    address: NO_ADDRESS,
    subscription_id: subscriptionId,
    consent_id,
  };
}

interface Attempt {
  readonly plan: Plan;
  readonly body: CreateNoUser;
}

/**
 * The server charges one consent once, however often it is sent, so a lost response is simply requested again. The
 * order is kept until an answer is final.
 */
async function createUntilAnswered(ports: AdditionalPurchasePorts, { plan, body }: Attempt): Promise<unknown> {
  ports.orders.keep(body);
  for (const waitMs of [...ADD_RETRY_MS, undefined]) {
    try {
      const answer = await ports.create(body);
      if (!isUndecided(answer)) ports.orders.drop(plan.id);
      return answer;
    } catch (reason) {
      if (!isUnknownEnd(reason)) ports.orders.drop(plan.id);
      const mayHelp = !reportUnexpected(reason) && readFailure(reason).kind === "unanswered";
      if (!mayHelp || waitMs === undefined) throw reason;
      await ports.wait(waitMs);
    }
  }
  return undefined;
}

function failAdding(ports: AdditionalPurchasePorts, plan: Plan, text: string): void {
  ports.dispatch({ type: "add_failed", planId: plan.id, text });
  ports.trackError(text);
}
