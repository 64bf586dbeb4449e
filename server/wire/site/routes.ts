/** Addresses of the web app's screens, below its base path (W-ROUTE-02 to W-ROUTE-20). */
export const ROUTES = {
  main: "/",
  scanning: "/scanning",
  offers: "/offers",
  subscription: "/subscription",
  privacy: "/privacy",
  terms: "/terms",
  cookiePolicy: "/cookie-policy",
  accessProduct: "/access-product",
  signIn: "/sign-in",
  activate: "/activate",
  unsubscription: "/unsubscription",
  unsubscribeWithEmail: "/unsubscribe-with-email",
  accessRecovery: "/access-recovery",
  webapp: "/webapp",
} as const;

/** Of {@link ROUTES}.subscription: the secret of an emailed link to pay a declined renewal. */
export const PAY_PARAMETER = "pay";

/** Children of the members shell; the index child is main. */
export const WEBAPP_ROUTES = {
  sexOffendersReport: "sex-offenders-report",
  profile: "profile",
  manageSubscriptions: "manage-subscriptions",
} as const;

const KNOWN: ReadonlySet<string> = new Set([
  ...Object.values(ROUTES),
  ...Object.values(WEBAPP_ROUTES).map((child) => `${ROUTES.webapp}/${child}`),
]);

/**
 * Whether the app has a screen at this path below the base; as its router does, without regard to case or a last slash.
 */
export function isRoute(path: string): boolean {
  return KNOWN.has(path.toLowerCase().replace(/(?<=.)\/$/, ""));
}
