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

/** The router's pattern of every path without a screen of its own: the app draws its main page there. */
export const OTHER_PATHS = "*";

/** All routes with their children, and the one for every other path. */
export const ROUTE_PATTERNS: readonly string[] = [
  ...Object.values(ROUTES),
  ...Object.values(WEBAPP_ROUTES).map((child) => `${ROUTES.webapp}/${child}`),
  OTHER_PATHS,
];

/** The route of a path below the base; as the app's router does, without regard to case or a last slash. */
export function routeOf(path: string): string {
  const plain = path.toLowerCase().replace(/\/$/, "") || ROUTES.main;
  return ROUTE_PATTERNS.includes(plain) ? plain : OTHER_PATHS;
}
