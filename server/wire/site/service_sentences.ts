/**
 * What services tell people, by code. A service answers the code with its parameters and the English sentence beside
 * it; the app, emails and documents turn the code into the sentence of their language. The translations are in
 * `server/i18n/`, by the English text.
 */
import type { PluralForms } from "./plural.ts";

/** Forms of a sentence by the number in one of its placeholders. */
export interface PluralText extends PluralForms {
  readonly by: string;
}
/** A sentence, or its forms by number; names in braces are its placeholders. */
export type SentenceText = string | PluralText;

const HIDDEN = "If this is exactly what your phone showed, the caller ID was probably spoofed.";

/** Code -> English sentence. Answers carry the code, so a code is never renamed. */
export const SENTENCES = {
  // Signing in
  sign_in: "Sign in to continue.",
  sign_in_first: "Sign in first.",
  sign_in_ended: "You've been signed out. Sign in again to continue.",
  sign_in_expired: "Your session has expired. Sign in again.",
  sign_in_for_alerts: "Sign in to turn on alerts.",
  sign_in_for_guide: "Sign in to read the guide.",
  sign_in_for_list: "Sign in to check several numbers.",
  sign_in_for_passkeys: "Sign in to see your passkeys.",
  sign_in_for_profile: "Sign in to see your profile.",
  sign_in_for_registry: "Sign in to use the registry check.",
  sign_in_for_report: "Sign in to report a number.",
  sign_in_for_reports: "Sign in to see your reports.",
  requests_limit: "Too many requests. Try again in ten minutes.",
  sign_in_tries: "Too many sign-in attempts. Try again in ten minutes, or get a sign-in link by email.",
  passkey_connected: "This passkey is already linked to an account.",
  passkey_late: "That request has expired or was already used. Nothing has changed. Try again.",
  passkey_limit: "You already have {count} passkeys. Remove one you no longer use, then try again.",
  passkey_sign_in_again: "Confirm it's you to add a passkey, then add it within 15 minutes.",
  passkey_unconfirmed: "Confirm your email first: sign out, then sign in with the link we email you.",
  passkey_unknown: "That passkey doesn't exist.",
  passkey_unverified: "We couldn't verify this passkey. Try again, or sign in another way.",

  // Reading a number
  number_empty: "Enter a phone number, for example +1\u00a0650\u00a0253\u00a00000.",
  number_missing:
    "We couldn't find a phone number in that. Enter its digits, for example +1\u00a0650\u00a0253\u00a00000.",
  number_country: "We need the country. Start with + and the country code, or select the country.",
  number_code: "That country code doesn't exist. Check the digits after the +.",
  number_short: `That number is too short. Check for missing digits or an area code. ${HIDDEN}`,
  number_long: `That number is too long for its country. Check for extra digits. ${HIDDEN}`,
  number_service:
    "That's a short number, such as a helpline or a company's service line. We can only check full phone numbers.",
  number_area: "The area code is missing. Enter the number with its area code.",
  number_length: `No number in this country has that many digits. Check it against your phone. ${HIDDEN}`,

  // Steps of a check
  free_checks_used: {
    by: "minutes",
    one:
      "You've used your {count} free checks for this hour. Your next one is free in {minutes} minute. Your answers are saved.",
    other:
      "You've used your {count} free checks for this hour. Your next one is free in {minutes} minutes. Your answers are saved.",
  },
  check_stopped: "Something went wrong on our end. Your number wasn't lost. Try again in a moment.",
  found_valid_format: "Valid format",
  found_reserved: "Reserved for fiction",
  found_unassigned: "Not assigned to anyone",
  found_valid_range: "Valid number range",
  found_line_fixedVoip: "Internet phone at a fixed address",
  found_line_nonFixedVoip: "Internet phone (VoIP)",
  found_line_landline: "Landline",
  found_line_mobile: "Mobile",
  found_line_personal: "Call-forwarding number",
  found_line_tollFree: "Toll-free",
  found_line_premium: "Premium rate",
  found_line_sharedCost: "Shared cost",
  found_line_uan: "Company number",
  found_line_voicemail: "Voicemail",
  found_line_pager: "Pager",
  found_line_unknown: "Line type: unknown",
  found_line_fixedLineOrMobile: "Mobile or landline",
  found_no_place: "Location: unknown",
  found_network: "Range assigned to {carrier}",
  found_no_network: "Carrier: unknown",
  found_reports: {
    by: "all",
    one: "{all} member report, {bad} negative",
    other: "{all} member reports, {bad} negative",
  },
  found_no_reports: "No member reports",
  found_score_none: "{score} out of 100: no known signals",
  found_score_some: "{score} out of 100: some signals",
  found_score_caution: "{score} out of 100: caution",
  found_score_suspicious: "{score} out of 100: suspicious",
  found_score_high: "{score} out of 100: high risk",

  // Look-ups and lists
  lookups_down: "We can't see how many checks you have left. Try again in a moment.",
  lookups_used:
    "You've used all of today's checks and have none left in your packs. You haven't been charged. Your checks renew at midnight UTC, or you can buy a pack.",
  lookups_paused:
    "Your plan is paused and you have no checks left in your packs. You haven't been charged. Resume your plan to continue.",
  lookups_ended:
    "Your plan has ended and you have no checks left in your packs. You haven't been charged. Start a plan to continue.",
  lookups_none_in_packs: "You have no checks left in your packs. Buy a pack to continue.",
  lookups_at_once: "Your last check isn't finished yet. Try again in a moment.",
  lookups_repeated: "You've opened the same reports many times in a row. Try again in a few minutes.",
  list_no_lookups:
    "A bulk check uses one check per number from your packs, and you have none left. Nothing was checked or charged. Buy a pack to continue.",
  list_row_not_checked: "Not checked: no checks left in your packs",
  list_empty: "The file is empty. Nothing was checked or charged.",
  list_no_numbers: "We couldn't find a column of phone numbers. Nothing was checked or charged.",
  list_long:
    "The list has {count} numbers, and the limit is {max}. Nothing was checked or charged. Split the list and send the parts one at a time.",
  list_stopped:
    "The bulk check stopped because of a problem on our end. Numbers already checked are in your history and free to recheck for 24 hours. Send the list again.",
  list_unknown: "We couldn't find that list in your account.",
  report_unknown: "We couldn't find that report in your account.",
  report_hash_unknown: "We have no report with this code.",

  // Reports by members and alerts
  report_unconfirmed:
    "Confirm your email first: sign out, then sign in with the link we email you. Only reports from confirmed members affect a score.",
  report_own_number: "This is your own number. If others reported it by mistake, dispute the reports instead.",
  report_limit: {
    by: "minutes",
    one: "You've sent {count} reports within an hour. They're all saved. You can send more in {minutes} minute.",
    other: "You've sent {count} reports within an hour. They're all saved. You can send more in {minutes} minutes.",
  },
  alert_unconfirmed:
    "Confirm your email first: sign out, then sign in with the link we email you. We only send alerts to confirmed addresses.",
  alert_limit: "You already have alerts for {count} numbers. Turn off one you no longer need, then try again.",
  alert_unknown: "You don't have alerts for this number.",

  // Registry check
  registry_no_source:
    "The registry check requires a licensed source, which this site doesn't have. Nothing was searched.",
  registry_not_sold:
    "The registry check requires a licensed source, which this site doesn't have. It isn't sold here, and you haven't been charged.",
  registry_accept: "Accept the terms for this search first. They may have changed since you read them.",
  registry_letters: "Enter at least three letters, ideally first and last name.",
  registry_limit: "You've made {count} searches within an hour. Try again later.",
  registry_down: "The registry isn't responding. No search was made. Try again in a moment.",
  registry_notice:
    "A matching name isn't a matching person. Many people share a name, so compare the birth year and place before you draw any conclusion.",
  registry_term_sample: "This is sample data. Every entry is fictional and doesn't refer to a real person.",
  registry_term_as_real: "You may only search to protect a person at risk, as with a real registry.",
  registry_term_protect: "You're searching to protect a person at risk, and for no other purpose.",
  registry_term_use:
    "You may not use the results to harass anyone, or for decisions about credit, insurance, employment, or housing.",
  registry_term_match:
    "A matching name isn't a matching person. Anyone who believes an entry is wrong can have it corrected at its source.",

  // What a member owns
  owned_down: "We can't see your purchases right now. Nothing was lost. Try again in a moment.",
  not_owned_pdf_report: "You don't have PDF reports yet. Buy them on their own, or get them with the Ultimate Pack.",
  not_owned_guide: "You don't own the guide yet. Buy it on its own, or get it with the Ultimate Pack.",
  not_owned_sex_offender: "You don't own the registry check yet. Buy it on its own, or get it with the Ultimate Pack.",
  subscription_down: "We can't load your plan right now. Try again in a moment.",
  subscription_unknown: "We couldn't find that plan.",
  subscription_not_yours: "We couldn't find that plan in your account.",

  // Deleting data
  delete_not_cancelled:
    "Your plan still renews and we couldn't cancel it just now, so nothing was deleted. Try again in a moment.",
  delete_not_nameless:
    "We couldn't remove your name from your invoices just now, so nothing was deleted. Your plan is canceled. Try again in a moment.",
  erase_renews: "A plan on this account still renews. Cancel it first. Nothing has changed.",

  // Buying
  no_consent: "We didn't receive your consent to the price, so you haven't been charged. Check the box and pay again.",
  purchase_cancelled:
    "This payment was canceled, possibly because you chose another plan. You haven't been charged. Start the payment again.",
  not_paid: "Your card hasn't been charged yet. Press Pay again.",
  payment_pending: "We're waiting on your bank. As soon as it answers, we'll finish the purchase and email you.",
  payment_differs: "The payment doesn't match this checkout, so we didn't take it. Start the payment again.",
  payment_refused: "We couldn't complete the payment, and you haven't been charged. Try again or use another card.",
  payment_unavailable:
    "The payment service isn't responding. You won't be charged twice: we'll either finish this payment and email you, or cancel it and release the hold.",
  payment_not_captured:
    "Your bank approved this payment, but we haven't received the money yet. We'll retry within minutes. When your plan starts, we'll email you. If it doesn't, you won't be charged.",
  payment_call_refused:
    "We couldn't do this because of a problem on our end. You haven't been charged. Try again later.",
  payment_down: "The payment service isn't responding. You haven't been charged. Try again in a minute.",
  payment_mismatch:
    "The payment service charged a different amount than we requested. We're looking into it and will email you.",
  payment_of_other_plan: "This payment was prepared for a different plan.",
  owned_already: "You already own this. You haven't been charged.",
  bought_already:
    "You already have this plan, so we didn't take the second payment. Sign in with your email to use it.",
  consent_stale: "Too much time has passed since you saw the price. You haven't been charged. Try again.",
  in_flight: "We're waiting on your bank. You won't be charged twice, and your receipt will arrive by email.",
  needs_approval: "Your bank wants you to approve this payment. You haven't been charged yet. Try again to approve it.",
  no_raw_cards: "Card numbers aren't accepted here. Pay with the card form.",
  card_disputed:
    "A charge was disputed with your bank, so we won't charge your saved card. You haven't been charged. You can buy a new plan with another card.",
  no_instrument: "You have no saved card we can charge. You haven't been charged. Pay with the card form.",
  declined_balance: "Your bank declined this payment: insufficient funds. You haven't been charged. Try another card.",
  declined_expired:
    "Your bank declined this payment: the card has expired. You haven't been charged. Try another card.",
  declined_card:
    "The bank doesn't recognize this card. You haven't been charged. Check the number or try another card.",
  declined_limit:
    "Your bank declined this payment: it's over the card's limit. You haven't been charged. Try another card, or contact your bank.",
  declined_not_allowed:
    "Your bank doesn't allow this payment with this card. You haven't been charged. Try another card, or contact your bank.",
  declined_authentication:
    "The bank couldn't confirm it was you. You haven't been charged. Try again or use another card.",
  payment_cancelled: "The payment was canceled. You haven't been charged. Try again if you still want it.",
  payment_not_processed:
    "The payment couldn't be processed. You haven't been charged. Try again in a minute or use another card.",
  declined:
    "Your bank declined this card. You haven't been charged. Try again, use another card, or contact your bank.",
  cancelled_before_charge: "The plan was canceled before this charge.",
  plan_unknown: "This plan doesn't exist.",
  product_unknown: "This product doesn't exist.",
  text_differs: "The terms have changed since you opened this page. You haven't been charged. Reload it to continue.",
  figures_changed: "The price or date has changed. Review it again.",
  not_your_plan: "You can't buy extras for this plan.",
  not_your_purchase:
    "This purchase belongs to someone else, or was made in another browser. Sign in with the email you gave when paying.",
  purchase_taken: "This purchase already belongs to another account. Sign in to that account.",
  other_member:
    "You're signed in to a different account than the one this purchase belongs to. Sign in to that account.",
  no_checkout: "There's no checkout in progress in this browser. Start again.",
  no_checkout_for_plan: "This browser has no open checkout for this plan. Start again.",
  no_checkout_cookie: "This browser has no open checkout. Allow cookies for this site and try again.",
  not_your_checkout: "This checkout was started in another browser. Start again.",
  checkout_limit: "Too many payments started from your network. You haven't been charged. Try again in ten minutes.",
  apple_pay_unavailable: "Apple Pay is not available",
  apple_pay_down: "Apple Pay didn't respond. You haven't been charged. Pay by card instead.",

  // Changing and ending a plan
  pause_of_trial: "You can't pause a trial. If you cancel it, you won't be charged for this plan again.",
  paused_already: "This plan is already paused.",
  not_paused: "This plan isn't paused.",
  same_plan: "You're already on this plan.",
  not_cancelled: "This plan isn't canceled. Nothing has changed.",
  ended_already: "This plan has already ended. Nothing has changed. You can restart it under Billing.",
  runs_already: "You bought this plan again and it renews, so this one stays canceled. Nothing has changed.",
  stopped_by_dispute:
    "A charge was disputed with your bank, so this plan can't renew again. Nothing has changed. You can buy a new plan anytime.",
  receipt_unknown: "There's no receipt with this number in your account.",
  card_unknown: "We couldn't find the new card, so your current card stays on your plan. Enter the new card again.",
  changes_limit: "You've changed this plan many times today. You can change it again tomorrow, and cancel at any time.",
  card_forms_limit: "You've opened the card form for this plan many times. Try again in a few minutes.",
  no_coming_charge: "This plan has no upcoming charge to change.",
  charge_on_its_way: "A charge for this plan is in progress. Nothing has changed. Try again in a minute.",
  withdrawal_over: "You can no longer withdraw from this: the period has ended, or it was already refunded.",
  link_over: "This link was already used, was replaced by a newer one, or has expired. Request a new one.",
  link_invalid: "This link isn't valid.",
  link_expired: "This link is no longer valid.",
  link_or_subscription_unknown: "This link isn't valid, or the plan no longer exists.",
  links_limit: "Too many invalid links from your network. Try again in ten minutes.",
  emails_limit: "Too many emails requested from your network. Nothing was sent. Try again in an hour.",
  server_down: "Our server didn't respond, so nothing has changed. Try again.",
  own_pages_form: "This form can only be sent from our own pages.",
  own_pages_call: "This request can only come from our own pages.",
  cards_not_deleted:
    "We couldn't delete the saved cards just now, so nothing else was deleted. Plans that still renewed are canceled. Try again in a moment.",
  // Of every service
  internal: "Something went wrong",
  service_down: "A service we need isn't responding. Try again in a moment.",
  service_answer: "Something went wrong on our end. Try again in a moment.",
  sign_in_down: "We can't verify your sign-in right now. Try again in a minute.",
  storage_down: "TrustCheck isn't available right now. Try again in a few minutes.",
  network_limit: "Too many requests from your network. Try again later.",
} as const satisfies Readonly<Record<string, SentenceText>>;

export type SentenceCode = keyof typeof SENTENCES;
