/** People who come back: what the browser of a buyer or of a member holds, without the clicks that led there. */
import type { BrowserContext, Page } from "puppeteer";
import { enter, READY_TO_PAY, type StoredState } from "./funnel.ts";
import { NO_ADDRESS, type Visitor } from "./http_visitor.ts";
import type { PlanId } from "../../../server/wire/billing/plans.ts";

export interface Returning {
  /** Paid and signed in over HTTP. */
  readonly visitor: Visitor;
  /** For {@link enter}. */
  readonly kept: StoredState;
  readonly subscriptionId: string;
}

export interface Member extends Returning {
  readonly uid: string;
  readonly idToken: string;
}

/** Has paid for a plan in this tab, and did not sign in. */
export async function buyerOf(visitor: Visitor, email: string): Promise<Returning> {
  const { body } = await visitor.buy("tck_weekly_3dtrial", email);
  if (body.error !== "") throw new Error(`The purchase answered ${JSON.stringify(body)}`);
  const session = {
    ...READY_TO_PAY.session,
    email,
    subscriptionId: body.subscription_id,
    url: "/services/subscriptions",
  };
  return {
    visitor,
    kept: { local: { ...READY_TO_PAY.local, quizEmail: email }, session },
    subscriptionId: body.subscription_id,
  };
}

/** Has paid for a plan and extras, and has signed in with Google; all of it belongs to the account. */
export async function memberOf(visitor: Visitor, email: string, extras: readonly PlanId[] = []): Promise<Member> {
  const { kept, subscriptionId } = await buyerOf(visitor, email);
  for (const extra of extras) await buyExtra(visitor, extra, { email, subscriptionId });
  const account = await accountOf(visitor, email);
  const { body } = await visitor.post(
    "/services/subscriptions/subs/finalize",
    { subscription_id: subscriptionId, email, firebase_id: account.uid, apple_token: "", attribution: {} },
    { "x-id-token": account.idToken },
  );
  if (body.error !== "") throw new Error(`The claim answered ${JSON.stringify(body)}`);
  const { uid, idToken, local } = account;
  return { visitor, kept: { local: { ...kept.local, ...local }, session: {} }, subscriptionId, uid, idToken };
}

async function buyExtra(
  visitor: Visitor,
  plan_id: PlanId,
  { email, subscriptionId }: { readonly email: string; readonly subscriptionId: string },
): Promise<void> {
  const { body: agreed } = await visitor.agree(plan_id, subscriptionId);
  const { body } = await visitor.post("/services/subscriptions/subs/create-no-user", {
    ...{ plan_id, email, attribution: {}, address: NO_ADDRESS },
    ...{ subscription_id: subscriptionId, consent_id: agreed.consent_id },
  });
  if (body.error !== "") throw new Error(`The extra answered ${JSON.stringify(body)}`);
}

/** Signed in with Google, as the sign-in of the app keeps it. */
export async function accountOf(
  visitor: Visitor,
  email: string,
  name = "Ada Test",
): Promise<{ readonly uid: string; readonly idToken: string; readonly local: StoredState["local"] }> {
  const { idToken, refreshToken, uid, federatedId } = await visitor.signIn(email, name);
  const who = { uid, email, displayName: name };
  const provider = { ...who, providerId: "google.com", uid: federatedId, phoneNumber: null, photoURL: null };
  const at = String(Date.now());
  const user = {
    ...who,
    emailVerified: true,
    isAnonymous: false,
    providerData: [provider],
    stsTokenManager: { refreshToken, accessToken: idToken, expirationTime: Date.now() + 3_600_000 },
    createdAt: at,
    lastLoginAt: at,
    apiKey: "embedded",
    appName: "[DEFAULT]",
  };
  const seen = {
    ...who,
    providerId: "google.com",
    providerDataId: federatedId,
    isAppleAuth: false,
    isGoogleAuth: true,
  };
  return { uid, idToken, local: { "firebase:authUser:embedded:[DEFAULT]": user, user: seen } };
}

/** Opens an address below the base path as this person. */
export async function comeBack(
  page: Page,
  { visitor, kept }: Pick<Returning, "visitor" | "kept">,
  at: { readonly origin: string; readonly path: string },
): Promise<void> {
  await holdCookies(page.browserContext(), visitor);
  await enter(page, { ...at, kept });
}

/** The cookies of the calls over HTTP, in a browser. */
export async function holdCookies(context: BrowserContext, visitor: Visitor): Promise<void> {
  await context.setCookie(
    ...visitor.cookies().map(({ name, value }) => ({ name, value, domain: "localhost", path: "/", httpOnly: true })),
  );
}
