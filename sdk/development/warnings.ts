/**
 * The sentences of the development build, by what is wrong. Placeholders in braces are filled by `advise`. Each
 * sentence says what to do.
 */
export const WARNINGS = {
  // Options
  unknown_option: "{method} has no option {at}: {instead}",
  wrong_word: "{at} of {method} is {value}: use {words}",
  wrong_type: "{at} of {method} is {value}: give {kind}",
  unknown_word: "{method} does not know {value}: {instead}",
  second_options:
    "{method} gave back the element it had made before, so these options have no effect: pass them to the first call, or change the element by its update()",
  read_once:
    "{method} reads {option} once, when it is made, so this change has no effect: make it again with a new client, in React by another key of PayrailsProvider",
  place_taken:
    "{method} was mounted into the place of {first} and has replaced it: give each element a place of its own",
  nothing_to_pay_with:
    "paymentButton has nothing to pay with and stays disabled: make cardForm() or cardList() with the same client, or choose a stored card with setState",
  // Accepted without effect
  uncalled: "{name} has no effect on {method}: {instead}",
  idle_option: "{at} has no effect: {instead}",
  fonts: "fonts has no effect: card frames load nothing from elsewhere, name installed fonts in styles",
  card_record: "{name} has no effect on {type}: a card is always stored as a new one, as a whole, so leave it out",
  copy_icon: "copyIcon has no effect: fields have no icon to copy by, so leave it out",
  // init
  init_promise: "Payrails.init got a promise: await the answer of your back end first",
  init_text: "Payrails.init got text: pass the parsed answer of your back end, an object with version and data",
  init_response: "Payrails.init got a Response: pass what its json() gives, as in await response.json()",
  init_without_data: "Payrails.init got no data: pass the answer of your back end as it came, with version and data",
  unknown_locale: "There are no texts for the locale {value}: use {languages}; until then the shopper reads English",
  unknown_log_level: "telemetry.logLevel of init is {value}: use DEBUG, INFO, WARN or ERROR",
  relative_address: "returnInfo.{name} is {value}: give a whole address that starts with https://",
  redirect_host: "redirectHosts of init has {value}: give a host without scheme and path, such as bank.example",
  // update
  half_amount: "update has only one of value and currency and changes no amount: pass both",
  wrong_amount: "The value {value} of update is no amount: write decimal text in major units, such as 19.99",
  wrong_currency: "The currency {value} of update is unknown: write three capital letters of ISO 4217, such as EUR",
  // Wallets
  no_merchant_id:
    "googlePayButton has no merchantInfo.merchantId: Google shows no sheet in PRODUCTION without it, so pass the id of your Google Pay profile, or set environment to TEST",
  // Styles
  dropped_property:
    "The card frame drops the style {property} at {at}: style the element around the form instead, or use a property that the documentation lists under Styles of the card fields",
  dropped_value:
    "The card frame drops the value {value} of {property} at {at}: use words, numbers, colors and functions such as calc() and rgb(), without addresses and custom properties",
  unknown_style: "The browser does not know the style {property}: {value} at {at}: correct the property or its value",
  // Page
  no_stylesheet:
    "The page has not loaded payrails-styles.css: link it, or import @payrails/web-sdk/payrails-styles.css",
  insecure_page:
    "The page is not served over https, so that no card can be sent: serve it over https; for development, localhost will do",
  csp: "The content security policy of the page blocks {blocked}: add {origin} to {directive}",
} as const satisfies Readonly<Record<string, string>>;

export type Warning = keyof typeof WARNINGS;
