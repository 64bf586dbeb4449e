/** Which browser tests cover which rooms: a page loads built code, so imports do not show it. */
import { dependents, type ImportGraph } from "../check/import_graph.ts";

/** By room, the tests most likely to notice a change first. Deeper rooms come before those that contain them. */
const ROWS: readonly (readonly [room: string, tests: string])[] = [
  [
    "iframe/field/",
    "card_form secure_fields fields_people fields_vault card_isolation fields_alone fields_life host_page",
  ],
  [
    "iframe/elements/",
    "secure_fields fields_vault fields_people fields_alone card_isolation fields_faults fields_rules hostile_page",
  ],
  ["iframe/controller/", "secure_fields fields_vault fields_alone fields_faults fields_life hostile_page"],
  ["iframe/theme/", "fields_people card_form fields_alone secure_fields pay_axe parts"],
  [
    "iframe/",
    "card_form secure_fields pay_elements card_isolation fields_life fields_faults fields_vault hostile_page",
  ],
  ["sdk/api/", "pay_scenarios pay_session card_payment pay_elements co_badged pay_address session_options"],
  ["sdk/buttons/", "card_form card_payment dropin pay_once pay_people pay_elements sdk_parts session_options parts"],
  [
    "sdk/card_form/",
    "card_form card_payment co_badged pay_elements pay_people fields_faults compat_pages sdk_parts session_options pay_address fields_rules parts",
  ],
  ["sdk/card/", "card_form secure_fields card_isolation co_badged fields_rules"],
  [
    "sdk/collect/",
    "secure_fields fields_alone fields_vault fields_faults fields_life fields_rules session_options co_badged hostile_page",
  ],
  ["sdk/vault/", "fields_vault secure_fields fields_alone fields_faults fields_rules"],
  [
    "sdk/frames/",
    "fields_faults fields_life card_form secure_fields card_isolation host_page hostile_page fields_rules",
  ],
  ["sdk/dropin/", "dropin pay_axe pay_people compat_pages playground pay_elements sdk_parts session_options parts"],
  ["sdk/elements/", "pay_elements fields_alone card_payment compat_pages fields_rules session_options parts"],
  ["sdk/instruments/", "dropin card_payment pay_elements sdk_parts session_options parts"],
  [
    "sdk/methods/",
    "wallets redirect simulators pay_elements pay_once pay_policy sdk_parts payment_outcomes vendor_scripts",
  ],
  ["sdk/three_ds/", "pay_popup pay_scenarios pay_cards issuer_page"],
  ["sdk/observability/", "fields_faults fields_alone pay_people session_options"],
  ["sdk/log/", "pay_people fields_alone session_options"],
  ["sdk/session/", "pay_session fields_alone pay_once session_options"],
  ["sdk/react/", "package pay_elements"],
  ["sdk/development/", "mistakes merchant_bundle session_options"],
  ["sdk/diagnosis/", "diagnose"],
  ["sdk/components/", "package package_elements"],
  ["sdk/custom_elements/", "package_elements package_frameworks"],
  ["sdk/testing/", "package package_testing"],
  ["sdk/ui/", "dropin pay_axe pay_people card_form pay_popup sdk_parts session_options host_page parts"],
  [
    "sdk/payment/",
    "pay_scenarios pay_once pay_session card_payment pay_popup redirect pay_elements wallets payment_outcomes sdk_attacks sdk_parts",
  ],
  [
    "sdk/",
    "card_payment dropin pay_scenarios secure_fields pay_elements compat_pages pay_people session_options sdk_parts payment_outcomes fields_rules host_page",
  ],
  ["client/features/quiz/", "quiz_groups link_effects purchase checkout_transitions"],
  [
    "client/features/checkout/",
    "payment_screen purchase left_pages apple_purchase ways_to_pay start_up card_type member_purchase attacks",
  ],
  ["client/features/offers/", "link_effects purchase checkout_transitions member_purchase attacks"],
  ["client/features/session/", "identity passkeys people purchase start_up member_purchase attacks"],
  ["client/features/account/", "passkeys people own_data"],
  ["client/features/billing/", "withdrawal people member_purchase"],
  ["client/features/consent/", "tracking first_screen purchase"],
  ["client/features/tracking/", "tracking purchase people error_reporting report_canaries start_up"],
  ["client/features/lookup/", "purchase first_screen people"],
  ["client/features/reports/", "print people purchase"],
  ["client/features/registry/", "people"],
  ["client/features/guide/", "people"],
  ["client/features/scanning/", "scanning purchase"],
  ["client/playground/", "playground playground_code"],
  ["client/docs/", "docs"],
  ["client/features/number_check/", "first_screen quiz_groups purchase"],
  ["client/visit/", "link_effects tracking query people checkout_transitions first_screen start_up"],
  ["client/app/", "first_screen people query checkout_transitions start_up base_path"],
  ["client/api/", "purchase people faults member_purchase"],
  ["client/lib/", "first_screen purchase people checkout_transitions query start_up attacks base_path"],
  ["client/pages/", "purchase people link_effects withdrawal member_purchase start_up"],
  ["client/ui/", "purchase first_screen screens quiz_groups parts"],
  ["server/passkeys/", "passkeys"],
  ["server/pages/", "withdrawal cancel first_screen"],
  ["server/embedded/identity/providers/", "identity"],
  ["server/routes/docs/", "docs"],
  ["server/routes/frame/", "issuer_page card_isolation"],
  ["server/routes/app/", "first_screen base_path language"],
  ["server/http/", "framing attacks"],
  ["client/", "first_screen purchase"],
];

/** Tests that no row needs: they repeat others in another engine, build or time. */
const LEFT_OUT: readonly (readonly [test: string, reason: string])[] = [
  ["fields_firefox", "the essentials of secure_fields in a second browser"],
  ["compile", "the executable, which takes minutes to build"],
  ["year", "a simulated year without faults; the tests of subscriptions import what it runs"],
  ["programs", "whole programs of merchants with this package and the published one, for minutes"],
  ["merchant_docs", "runs the pages for merchants, which are no code"],
  ["pictures", "the drawings, which are not mutated"],
  ["screens", "opened for the screens that a change can reach"],
];

/** Where the tests of the SDK are; the others test the web app. */
const OF_THE_SDK = /^tests\/(browser\/(fields|gallery|merchant|payment)|flows\/sdk)\//;

/** Paths of the browser tests for a product file, nearest first; those that no row names come last. */
export function browserTestsOf(path: string, files: Iterable<string>): readonly string[] {
  const row = ROWS.find(([room]) => path.startsWith(room));
  if (row === undefined) return [];
  const tests = [...files].filter((file) => /^tests\/(browser|flows)\/.*_test\.ts$/.test(file));
  const named = row[1].split(" ").flatMap((name) => tests.find((test) => test.endsWith(`/${name}_test.ts`)) ?? []);
  const isOfSdk = /^(sdk|iframe)\//.test(path);
  if (!isOfSdk && !path.startsWith("client/")) return named;
  const known = new Set(namedTests());
  const isUnnamed = (test: string) => !known.has(/([^/]+)_test\.ts$/.exec(test)?.[1] ?? "");
  return [...named, ...tests.filter((test) => isUnnamed(test) && OF_THE_SDK.test(test) === isOfSdk)];
}

/** Opens each screen in all its states, too many for one mutation. */
export const SCREENS_TEST = "tests/browser/app/screens_test.ts";

/** Screens of `tests/support/screens` by the component of their page. */
const SCREENS_OF: Readonly<Record<string, readonly string[]>> = {
  MainPage: ["main"],
  QuizPage: ["question", "details", "plan"],
  CheckoutPage: ["payment"],
  ScanningPage: ["scanning"],
  OffersPage: ["offers"],
  SubscriptionPage: ["subscription"],
  AccessProductPage: ["access-product"],
  PrivacyPage: ["privacy"],
  TermsPage: ["terms"],
  CookiePolicyPage: ["cookie-policy"],
  SignInPage: ["sign-in", "activate"],
  AccessRecoveryPage: ["access-recovery"],
  EmailActionPage: ["email-action"],
  UnsubscriptionPage: ["unsubscription"],
  UnsubscribeWithEmailPage: ["unsubscribe-with-email"],
  WebappMainPage: ["webapp", "webapp-list", "webapp-history", "webapp-guide"],
  SexOffendersReportPage: ["sex-offenders-report"],
  ProfilePage: ["profile"],
  ManageSubscriptionsPage: ["manage-subscriptions"],
  // Shown by the subscription page when the link pays a renewal; a browser test of its own opens it.
  PayRenewalPage: [],
};
/** A part that many pages show is seen on the nearest ones. */
const MAX_PAGES = 2;

/** Names of the screens on which a change of a client's file can be seen first. */
export function screensOf(path: string, graph: ImportGraph): readonly string[] {
  if (!path.startsWith("client/")) return [];
  const nearest = [...dependents(graph, path)].toSorted(([, a], [, b]) => a - b).map(([file]) => file);
  const pages = nearest.flatMap((file) => {
    const screens = SCREENS_OF[/^client\/pages\/\w+\/(\w+)\.tsx$/.exec(file)?.[1] ?? ""];
    return screens === undefined ? [] : [screens];
  });
  return pages.slice(0, MAX_PAGES).flat();
}

/** Names of pages and screens used in the table. */
export function namedScreens(): Readonly<Record<string, readonly string[]>> {
  return SCREENS_OF;
}

/** Names used in the table, and those left out of it. */
export function namedTests(): readonly string[] {
  return [...new Set([...ROWS.flatMap(([, names]) => names.split(" ")), ...LEFT_OUT.map(([test]) => test)])];
}
