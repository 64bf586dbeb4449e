/** One click on an add-on (spec W 4): needs the purchase's e-mail and id, asks consent with the button's words, creates. */
import { type Plan, todayCents } from "../../../server/wire/plans.ts";
import { shownFigures } from "../../../server/wire/schedule.ts";
import type { Address, Attribution, Consent, CreateNoUser } from "../../../server/wire/subscriptions.ts";
import { reportedAddOnCents } from "../../lib/money.ts";
import { GENERIC_ERROR, NO_SUBSCRIPTION_DATA, OFFER_TEXT_VERSION } from "./constants.ts";
import { addLabel } from "./offer_texts.ts";
import type { OffersEvent } from "./offers_state.ts";

const NO_CONNECTION =
  "We could not reach our server. If the charge went through you get a receipt by mail; try again " +
  "and you will not be charged twice.";
const EMPTY_ADDRESS: Address = {
  first_name: "",
  last_name: "",
  country: "",
  state: "",
  zip: "",
  city: "",
  address: "",
  address2: "",
  phone: "",
};

export interface AdditionalPurchasePorts {
  readonly dispatch: (event: OffersEvent) => void;
  /** False for a click that comes too soon after the last one. */
  readonly mayAdd: () => boolean;
  /** E-mail and subscription id of the purchase, from session storage. */
  readonly readPurchase: () => { readonly email: string; readonly subscriptionId: string };
  readonly agree: (consent: Consent) => Promise<{ readonly consent_id: string }>;
  readonly create: (body: CreateNoUser) => Promise<unknown>;
  readonly attribution: () => Attribution;
  readonly locale: () => string;
  readonly now: () => number;
  readonly trackPurchase: (sale: AddOnSale) => void;
  readonly trackError: (text: string) => void;
  /** Told once the add-on is bought. */
  readonly onSuccess: (plan: Plan) => void;
}

export interface AddOnSale {
  readonly planId: string;
  /** 75 % of the price (spec W 9). */
  readonly reportedCents: number;
  readonly orderId: string;
}

export async function buyAdditional(ports: AdditionalPurchasePorts, plan: Plan): Promise<void> {
  if (!ports.mayAdd()) return;
  const { email, subscriptionId } = ports.readPurchase();
  if (email === "" || subscriptionId === "") return failAdding(ports, plan, NO_SUBSCRIPTION_DATA);
  ports.dispatch({ type: "add_started", planId: plan.id });
  try {
    const { consent_id } = await ports.agree(consentFor(ports, { plan, email, subscriptionId }));
    const error = textField(
      await ports.create({
        plan_id: plan.id,
        email,
        attribution: ports.attribution(),
        address: EMPTY_ADDRESS,
        subscription_id: subscriptionId,
        consent_id,
      }),
      "error",
    );
    if (error !== "") return failAdding(ports, plan, error);
  } catch (reason) {
    return failAdding(
      ports,
      plan,
      reason instanceof Error ? NO_CONNECTION : textField(reason, "error") || GENERIC_ERROR,
    );
  }
  ports.trackPurchase({
    planId: plan.id,
    reportedCents: reportedAddOnCents(todayCents(plan)),
    orderId: subscriptionId,
  });
  ports.dispatch({ type: "added", planId: plan.id });
  ports.onSuccess(plan);
}

interface ConsentInput {
  readonly plan: Plan;
  readonly email: string;
  readonly subscriptionId: string;
}

function consentFor(ports: AdditionalPurchasePorts, { plan, email, subscriptionId }: ConsentInput): Consent {
  return {
    plan_id: plan.id,
    subscription_id: subscriptionId,
    email,
    text: `${plan.name_full}. ${addLabel(plan)}`,
    text_version: OFFER_TEXT_VERSION,
    locale: ports.locale(),
    shown: shownFigures(plan, ports.now()),
  };
}

function failAdding(ports: AdditionalPurchasePorts, plan: Plan, text: string): void {
  ports.dispatch({ type: "add_failed", planId: plan.id, text });
  ports.trackError(text);
}

function textField(body: unknown, name: string): string {
  if (typeof body !== "object" || body === null) return "";
  const value: unknown = Reflect.get(body, name);
  return typeof value === "string" ? value : "";
}
