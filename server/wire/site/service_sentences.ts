/**
 * What services tell people, by code. A service answers the code with its parameters and the English sentence beside
 * it; the app, emails and documents turn the code into the sentence of their language. The translations are in
 * `server/i18n/`, by the English text.
 */
import type { PluralForms } from "./plural.ts";

/** Forms of a sentence by the number in one of its slots. */
export interface PluralText extends PluralForms {
  readonly by: string;
}
/** A sentence, or its forms by number; names in braces are its slots. */
export type SentenceText = string | PluralText;

const HIDDEN = "If your phone showed exactly this, the caller hid or faked the number.";

/** Code -> English sentence. Answers carry the code, so a code is never renamed. */
export const SENTENCES = {
  // Signing in
  sign_in: "Sign in to go on",
  sign_in_first: "Please sign in first",
  sign_in_ended: "Your sign-in has ended. Sign in again to go on",
  sign_in_expired: "Your sign-in has expired. Please sign in again",
  sign_in_for_alerts: "Sign in to watch a number",
  sign_in_for_guide: "Sign in to read the guide",
  sign_in_for_list: "Sign in to check a list",
  sign_in_for_passkeys: "Sign in to see your passkeys",
  sign_in_for_profile: "Sign in to see your profile",
  sign_in_for_registry: "Sign in to use the registry check",
  sign_in_for_report: "Sign in to report a number",
  sign_in_for_reports: "Sign in to see your reports",
  sign_in_tries: "Too many sign-ins were tried from here. Please try again in ten minutes, or use the link by e-mail",
  passkey_connected: "This passkey is connected already",
  passkey_late: "That took too long or was answered already. Nothing was changed: please try again",
  passkey_limit: "You have {count} passkeys. Remove one you no longer use first",
  passkey_sign_in_again: "For your safety, sign out and in again, then add the passkey within 15 minutes",
  passkey_unknown: "There is no such passkey",
  passkey_unverified: "This passkey could not be checked. Please try again, or sign in another way",

  // Reading a number
  number_empty: "Enter a phone number, for example +1 650 253 0000.",
  number_missing: "We could not find a phone number in this. Enter its digits, for example +1 650 253 0000.",
  number_country: "We cannot tell the country. Start with + and the country code, or choose the country.",
  number_code: "No country has the code this number starts with. Check the digits after the +.",
  number_short: `This number is too short: digits are missing. Check the last ones, or the area code. ${HIDDEN}`,
  number_long: `This number is too long: it has more digits than a number of its country. ${HIDDEN}`,
  number_area: "The area code is missing. Enter the number with its area code.",
  number_length: `No number of this country has this many digits. Check them against what your phone shows. ${HIDDEN}`,

  // Steps of a check
  free_checks_used: {
    by: "minutes",
    one: "You have used your {count} free checks for this hour. The next one is free in {minutes} minute; your " +
      "answers are kept.",
    other: "You have used your {count} free checks for this hour. The next one is free in {minutes} minutes; your " +
      "answers are kept.",
  },
  check_stopped: "The check stopped on our side. Your number was not lost: please try again in a moment.",
  found_read: "Read as {number}",
  found_reserved: "Kept for films and examples, nobody has it",
  found_unassigned: "No number in this range is in use",
  found_in_use: "In use, {country}",
  found_in_use_nowhere: "In use, belongs to no single country",
  found_line_fixedVoip: "Internet phone at an address",
  found_line_nonFixedVoip: "Internet phone, bound to no address",
  found_line_landline: "Landline",
  found_line_mobile: "Mobile phone",
  found_line_personal: "Personal follow-me number",
  found_line_tollFree: "Toll-free",
  found_line_premium: "Premium rate",
  found_line_sharedCost: "Shared cost",
  found_line_uan: "Company-wide number",
  found_line_voicemail: "Voicemail",
  found_line_pager: "Pager",
  found_line_unknown: "Kind of line: not known",
  found_line_fixedLineOrMobile: "Landline or mobile, which share ranges here",
  found_no_place: "Place: not known",
  found_network: "Range given to {carrier}",
  found_no_network: "Network: not known",
  found_reports: {
    by: "all",
    one: "{bad} of {all} member reported trouble",
    other: "{bad} of {all} members reported trouble",
  },
  found_no_reports: "No reports by members",
  found_score_none: "{score} of 100: no known signals",
  found_score_some: "{score} of 100: some signals",
  found_score_caution: "{score} of 100: caution",
  found_score_suspicious: "{score} of 100: suspicious",
  found_score_high: "{score} of 100: high risk",

  // Look-ups and lists
  lookups_down: "We cannot count your look-ups just now. Please try again in a moment",
  lookups_used: "Today's look-ups are used up and there are no extra ones left. Nothing was charged. " +
    "New ones come at midnight UTC, or add a pack",
  lookups_paused:
    "Your plan is paused and there are no extra look-ups left. Nothing was charged. End the pause to go on",
  lookups_ended: "Your plan has ended and there are no extra look-ups left. Nothing was charged. Start a plan to go on",
  lookups_none_in_packs: "No checks are left in your packs. Buy a pack to go on",
  list_no_lookups: "A list costs one extra look-up a number, and none are left in your packs. " +
    "Nothing was checked and nothing was charged. Add a pack to go on",
  list_row_not_checked: "Not checked: no look-ups are left in your packs",
  list_empty: "The file is empty. Nothing was checked and nothing was charged.",
  list_no_numbers: "We found no column of phone numbers. Nothing was checked and nothing was charged.",
  list_long: "The list has {count} numbers, and {max} can be checked at once. Nothing was checked and nothing was " +
    "charged. Cut it into parts and send them one by one",
  list_stopped: "The list stopped on our side. What was checked is kept in your history and costs nothing again " +
    "for 24 hours: please send the list once more",
  list_unknown: "We found no list of yours with this id",
  report_unknown: "We found no report of yours with this id",
  report_hash_unknown: "We handed out no report with this hash, or its owner has deleted it",

  // Reports by members and alerts
  report_unconfirmed: "Confirm your e-mail address first: sign out and in again with the link we mail you. " +
    "Reports of confirmed members only can move a score",
  report_own_number: "This is your own number. If others reported it wrongly, use Dispute instead",
  report_limit: "That were {count} reports within an hour. All of them are kept; go on in {minutes} minutes",
  alert_unconfirmed: "Confirm your e-mail address first: sign out and in again with the link we mail you. " +
    "Alerts go to confirmed addresses only",
  alert_limit: "You watch {count} numbers. End one you no longer need first",
  alert_unknown: "You do not watch this number",

  // Registry check
  registry_no_source:
    "The registry check needs a licensed source, and this installation has none. Nothing was searched",
  registry_not_sold: "The registry check needs a licensed source, and this installation has none. It is not sold " +
    "here, and nothing was charged",
  registry_accept: "Accept the terms for this search first. They may have changed since you read them",
  registry_letters: "Enter at least three letters, better the first and the last name",
  registry_limit: "That were {count} searches within an hour. Please go on later",
  registry_down: "The registry does not answer just now. No search was made: please try again in a moment",
  registry_notice: "A match of names is not a match of persons. Many people share a name; year of birth and place " +
    "must be compared before you conclude anything.",
  registry_term_sample: "These are sample data: every entry is made up, and no entry stands for a real person.",
  registry_term_as_real:
    "A search is only allowed in order to protect a person at risk, as it would be with a real registry.",
  registry_term_protect: "You search in order to protect a person at risk, and for nothing else.",
  registry_term_use: "What is found must not be used to harass anybody, nor for decisions about credit, insurance, " +
    "employment or housing.",
  registry_term_match: "A match of names is not a match of persons. Whoever believes an entry is wrong can have it " +
    "corrected at its source.",

  // What a member owns
  owned_down: "We cannot see what you own just now. Nothing was lost: please try again in a moment",
  not_owned_pdf_report: "The PDF report is not among what you own. It is bought once, or comes with the Ultimate Pack",
  not_owned_guide: "The guide is not among what you own. It is bought once, or comes with the Ultimate Pack",
  not_owned_sex_offender:
    "The registry check is not among what you own. It is bought once, or comes with the Ultimate Pack",
  subscription_down: "We cannot read your subscription just now. Please try again in a moment",
  subscription_unknown: "There is no such subscription",
  subscription_not_yours: "We found no subscription of yours with this id",

  // Deleting data
  delete_not_cancelled: "Your plan still renews and could not be cancelled just now, so nothing was deleted. " +
    "Please try again in a moment",
  delete_not_nameless: "Your name could not be taken off your invoices just now, so nothing was deleted. Your plan " +
    "is cancelled. Please try again in a moment",
  erase_renews: "A plan of this account still renews. Cancel it first; nothing was changed",

  // Buying
  no_consent:
    "Your agreement to the price did not reach us, so nothing was charged. Please tick the box and pay again.",
  purchase_cancelled:
    "This payment was given up, perhaps because another plan was chosen. Nothing was charged. Please start the payment again.",
  not_paid: "The card was not charged yet. Please press Pay again.",
  payment_pending:
    "Your bank is still deciding. Nothing is lost: we finish the purchase as soon as it answers, and write to you.",
  payment_differs: "The payment does not match this checkout, so we did not take it. Please start the payment again.",
  payment_refused: "The payment could not be completed and you were not charged. Please try again or use another card.",
  payment_unavailable:
    "The payment service does not answer at the moment. You are not charged twice: we finish this payment and email you, or release it.",
  payment_not_captured:
    "Your bank approved this payment, but the money has not reached us yet. We try again within minutes: we email you when your plan starts, and otherwise nothing is charged.",
  payment_down: "The payment service does not answer at the moment. Nothing was charged. Please try again in a minute.",
  payment_mismatch:
    "The payment service took another sum than we asked for. We are looking at it and will write to you.",
  payment_of_other_plan: "This payment was prepared for another plan",
  owned_already: "You already have this. Nothing was charged.",
  bought_already:
    "You have this plan already, so this second payment was not taken. Sign in with your e-mail to use it.",
  consent_stale: "Too much time passed since you saw the price. Nothing was charged. Please press the button again.",
  in_flight:
    "Your last click is still being worked on. It is charged at most once, and if it is, your receipt arrives by email.",
  no_raw_cards: "Card numbers are not accepted here. Please pay with the card form.",
  no_instrument:
    "There is no card of yours that this could be charged to. Nothing was charged. Please pay with the card form.",
  declined_balance: "The bank declined: not enough money on this card. Nothing was charged. Please try another card.",
  declined_expired: "The bank declined: this card has expired. Nothing was charged. Please try another card.",
  declined_card: "The bank does not know this card. Nothing was charged. Please check the number or try another card.",
  declined_limit:
    "The bank declined: this payment is over the card's limit. Nothing was charged. Please try another card, or ask your bank.",
  declined_not_allowed:
    "The bank does not allow this payment with this card. Nothing was charged. Please try another card, or ask your bank.",
  declined_authentication:
    "The bank could not confirm that it was you. Nothing was charged. Please try again or use another card.",
  payment_cancelled: "The payment was cancelled. Nothing was charged. Please try again if you still want it.",
  payment_not_processed:
    "The payment could not be processed. Nothing was charged. Please try again in a minute or use another card.",
  declined: "The bank declined this card. Nothing was charged. Please try again, use another card, or ask your bank.",
  cancelled_before_charge: "The plan was cancelled before this charge",
  plan_unknown: "This plan does not exist",
  product_unknown: "This product does not exist",
  figures_changed: "The price or the date has changed. Please look at it again",
  not_your_plan: "This plan is not yours to buy for",
  not_your_purchase: "This purchase belongs to somebody else, or its checkout was made in another browser. Please " +
    "sign in with the e-mail address you gave when paying",
  purchase_taken: "This purchase already belongs to another account. Please sign in with that account",
  other_member: "firebase_id is not the member who is signed in",
  no_checkout: "This browser has no open checkout. Please start again",
  no_checkout_for_plan: "This browser has no open checkout for this plan. Please start again",
  no_checkout_cookie: "This browser has no open checkout. Please allow cookies for this site and try again",
  not_your_checkout: "This browser does not hold this checkout. Please start again",
  checkout_limit: "Too many payments were begun from here. Nothing was charged. Please try again in ten minutes",
  apple_pay_unavailable: "Apple Pay is not available",
  apple_pay_down: "Apple Pay did not answer. Nothing was charged; please pay by card",

  // Changing and ending a plan
  pause_of_trial: "A trial cannot be paused. Cancel it, and nothing more is charged",
  paused_already: "This plan is paused already",
  not_paused: "This plan is not paused",
  same_plan: "This is your plan already",
  no_coming_charge: "This plan has no coming charge that could be changed",
  charge_on_its_way: "A charge of this plan is on its way. Nothing was changed. Please try again in a minute",
  withdrawal_over: "This can no longer be withdrawn from: its time is over, or it was sent back already",
  link_over: "This link was used, replaced by a newer one, or is older than an hour. Please ask for a new one",
  link_invalid: "This link is not valid",
  link_expired: "This link is not valid any more",
  link_or_subscription_unknown: "This link is not valid, or there is no such subscription",
  links_limit: "Too many links that do not exist came from here. Please try again in ten minutes",
  emails_limit: "Too many mails were asked for from here. Nothing was sent. Please try again in an hour",
  server_down: "Our server did not answer, so nothing has changed. Please try again",
  own_pages_form: "This form may only be sent from our own pages",
  own_pages_call: "This call may only be made from our own pages",
  // Of every service
  internal: "Something went wrong",
  service_down: "A service we need does not answer. Please try again in a moment",
  service_answer: "A service we need answered in a way we do not understand",
  sign_in_down: "We cannot check your sign-in right now. Please try again in a minute",
  storage_down: "Our storage is not available at the moment. Please try again in a few minutes",
  events_limit: "Too many events from here. Please try again later",
} as const satisfies Readonly<Record<string, SentenceText>>;

export type SentenceCode = keyof typeof SENTENCES;
