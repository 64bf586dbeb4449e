/** A whole purchase as the web app makes it, from the session to the member who owns it. */
import { NO_ADDRESS, type Visitor } from "../../../tests/support/app/http_visitor.ts";
import { payByCard } from "../../../tests/support/payments/pay_by_card.ts";

/** `receipt` follows in the background, for many purchases at once. */
export const STEPS = ["init", "consent", "authorize", "create", "finalize", "receipt"] as const;
export type Step = (typeof STEPS)[number];

export interface Member {
  readonly email: string;
  readonly uid: string;
  readonly idToken: string;
}

const PLAN = "tck_weekly_3dtrial";
const SERVICE = "/services/subscriptions";

/** Signing in is not part of the purchase. */
export async function signIn(visitor: Visitor, email: string): Promise<Member> {
  return { email, ...await visitor.signIn(email) };
}

/** `ended` is called after each step of the buyer. */
export async function buyInSteps(
  visitor: Visitor,
  { email, uid, idToken }: Member,
  ended: (step: Step) => unknown = () => {},
): Promise<void> {
  const session = await visitor.get(`${SERVICE}/init/session?plan_id=${PLAN}`);
  if (session.status !== 200) throw new Error(`init/session answered ${session.status}`);
  await ended("init");
  await visitor.agree(PLAN);
  await ended("consent");
  const { execution } = await payByCard({
    fetch: visitor.send,
    initResponse: session.body,
    card: { cardNumber: "4242424242424242" },
    storeInstrument: true,
  });
  await ended("authorize");
  const instrument = { executionId: execution.id, paymentInstrumentId: execution.paymentInstrumentId };
  const buyer = { plan_id: PLAN, email, attribution: {}, address: NO_ADDRESS };
  const { body } = await visitor.post(`${SERVICE}/subs/create-no-user`, { ...buyer, instrument });
  if (body.error !== "") throw new Error(`create answered ${body.error}`);
  await ended("create");
  const claim = { subscription_id: body.subscription_id, email, firebase_id: uid, apple_token: "", attribution: {} };
  const { status } = await visitor.post(`${SERVICE}/subscription-finalize`, claim, { "x-id-token": idToken });
  if (status !== 200) throw new Error(`finalize answered ${status}`);
  await ended("finalize");
}
