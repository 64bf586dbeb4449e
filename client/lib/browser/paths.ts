/** Every address inside the app, relative to the base path (W-ROUTE-01); no other file spells out a route. */

/** Steps of the purchase on the main route. */
const CHECKOUT_STEPS = ["details", "plan", "payment"] as const;
export type CheckoutStep = (typeof CHECKOUT_STEPS)[number];

import { OTHER_PATHS, ROUTE_PATTERNS, routeOf, ROUTES, WEBAPP_ROUTES } from "../../../server/wire/site/routes.ts";

import { paymentAddress, PLAN_CHOICE } from "../../../server/wire/site/screens/sent_screens.ts";

export { OTHER_PATHS, ROUTE_PATTERNS, routeOf, ROUTES, WEBAPP_ROUTES };

/** Views of the members area's first page; without one it is `number`. */
export type MemberView = "number" | "list" | "history" | "alerts" | "guide";

export const paths = {
  main: () => ROUTES.main,
  /** The quiz at question n, 1 to 20. */
  question: (n: number) => `${ROUTES.main}?q=${n}`,
  scanning: () => ROUTES.scanning,
  details: () => `${ROUTES.main}?step=details`,
  plan: () => PLAN_CHOICE,
  /** The address names the plan, so that the server can render its price. */
  payment: paymentAddress,
  offers: () => ROUTES.offers,
  privacy: () => ROUTES.privacy,
  terms: () => ROUTES.terms,
  cookiePolicy: () => ROUTES.cookiePolicy,
  accessProduct: (subscriptionId?: string) =>
    subscriptionId === undefined
      ? ROUTES.accessProduct
      : `${ROUTES.accessProduct}?vSubscriptionId=${encodeURIComponent(subscriptionId)}`,
  signIn: () => ROUTES.signIn,
  /** Rendered by the server, with and without script. */
  withdrawal: () => `${ROUTES.unsubscription}?withdraw`,
  unsubscribeWithEmail: () => ROUTES.unsubscribeWithEmail,
  accessRecovery: () => ROUTES.accessRecovery,
  webapp: () => ROUTES.webapp,
  /** A view of the look-up page. */
  view: (view: MemberView) => `${ROUTES.webapp}?view=${view}`,
  /** The first page with a stored report below the number field. */
  boughtReport: (id: string) => `${ROUTES.webapp}?report=${encodeURIComponent(id)}`,
  /** A stored report in the member's history. */
  storedReport: (id: string) => `${ROUTES.webapp}?view=history&report=${encodeURIComponent(id)}`,
  sexOffendersReport: () => `${ROUTES.webapp}/${WEBAPP_ROUTES.sexOffendersReport}`,
  profile: () => `${ROUTES.webapp}/${WEBAPP_ROUTES.profile}`,
  manageSubscriptions: () => `${ROUTES.webapp}/${WEBAPP_ROUTES.manageSubscriptions}`,
} as const;

/** The purchase step in a query string; undefined when it names none. */
export function checkoutStep(search: string): CheckoutStep | undefined {
  const step = new URLSearchParams(search).get("step");
  return CHECKOUT_STEPS.find((known) => known === step);
}

/** True for a question, the check, and the steps of a purchase; `path` is below the base. */
export function isStep(path: string, search: string): boolean {
  return routeOf(path) === ROUTES.scanning || checkoutStep(search) !== undefined ||
    new URLSearchParams(search).get("q") !== null;
}

/** True in the members area; `path` is below the base. */
export function isWebappPath(path: string): boolean {
  return path === ROUTES.webapp || path.startsWith(`${ROUTES.webapp}/`);
}
