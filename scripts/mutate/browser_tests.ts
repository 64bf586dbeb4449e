/** Which browser tests cover which rooms: a page loads built code, so imports do not tell. */

/** By room, the tests most likely to notice a change first. Deeper rooms come before those that contain them. */
const ROWS: readonly (readonly [room: string, tests: string])[] = [
  ["iframe/field/", "card_form secure_fields fields_people fields_vault card_isolation fields_alone fields_life"],
  ["iframe/elements/", "secure_fields fields_vault fields_people fields_alone card_isolation fields_faults"],
  ["iframe/controller/", "secure_fields fields_vault fields_alone fields_faults fields_life"],
  ["iframe/theme/", "fields_people card_form fields_alone secure_fields pay_axe"],
  ["iframe/", "card_form secure_fields card_isolation fields_life fields_faults fields_vault"],
  ["sdk/api/", "pay_scenarios pay_session card_payment pay_elements"],
  ["sdk/buttons/", "card_form card_payment dropin pay_once pay_people pay_elements"],
  ["sdk/card_form/", "card_form card_payment co_badged pay_elements pay_people fields_faults compat_pages"],
  ["sdk/card/", "card_form secure_fields card_isolation co_badged"],
  ["sdk/collect/", "secure_fields fields_alone fields_vault fields_faults fields_life"],
  ["sdk/vault/", "fields_vault secure_fields fields_alone fields_faults"],
  ["sdk/frames/", "fields_faults fields_life card_form secure_fields card_isolation"],
  ["sdk/dropin/", "dropin pay_axe pay_people compat_pages playground pay_elements"],
  ["sdk/elements/", "pay_elements fields_alone card_payment compat_pages"],
  ["sdk/instruments/", "dropin card_payment pay_elements"],
  ["sdk/methods/", "wallets redirect simulators pay_elements pay_once pay_policy"],
  ["sdk/three_ds/", "pay_popup pay_scenarios pay_cards"],
  ["sdk/observability/", "fields_faults fields_alone pay_people"],
  ["sdk/log/", "pay_people fields_alone"],
  ["sdk/session/", "pay_session fields_alone pay_once"],
  ["sdk/react/", "package pay_elements"],
  ["sdk/testing/", "package"],
  ["sdk/ui/", "dropin pay_axe pay_people card_form pay_popup"],
  ["sdk/payment/", "pay_scenarios pay_once pay_session card_payment pay_popup redirect pay_elements wallets"],
  ["sdk/", "card_payment dropin pay_scenarios secure_fields pay_elements compat_pages pay_people"],
  ["client/features/quiz/", "quiz_groups link_effects purchase transitions screens"],
  ["client/features/checkout/", "payment_screen purchase left_pages apple_purchase ways_to_pay"],
  ["client/features/offers/", "link_effects purchase transitions screens"],
  ["client/features/session/", "identity passkeys people purchase screens"],
  ["client/features/account/", "passkeys people screens"],
  ["client/features/billing/", "withdrawal people screens"],
  ["client/features/consent/", "tracking first_screen purchase"],
  ["client/features/tracking/", "tracking purchase people"],
  ["client/features/lookup/", "purchase first_screen people screens"],
  ["client/features/reports/", "print people purchase screens"],
  ["client/features/registry/", "people screens"],
  ["client/features/guide/", "people screens"],
  ["client/features/scanning/", "scanning purchase screens"],
  ["client/playground/", "playground"],
  ["client/features/number_check/", "first_screen quiz_groups purchase screens"],
  ["client/visit/", "link_effects tracking query people transitions first_screen"],
  ["client/app/", "first_screen people query transitions screens"],
  ["client/api/", "purchase people faults"],
  ["client/lib/", "first_screen purchase people transitions query"],
  ["client/pages/", "purchase people link_effects withdrawal screens"],
  ["client/ui/", "purchase first_screen screens quiz_groups"],
  ["client/", "first_screen purchase screens"],
];

/** Paths of the browser tests for a product file, nearest first; none for server code. */
export function browserTestsOf(path: string, files: Iterable<string>): readonly string[] {
  const row = ROWS.find(([room]) => path.startsWith(room));
  if (row === undefined) return [];
  const tests = [...files].filter((file) => /^tests\/(browser|flows)\/.*_test\.ts$/.test(file));
  return row[1].split(" ").flatMap((name) => tests.find((test) => test.endsWith(`/${name}_test.ts`)) ?? []);
}

/** Names used in the table. */
export function namedTests(): readonly string[] {
  return [...new Set(ROWS.flatMap(([, names]) => names.split(" ")))];
}
