/**
 * Networks whose numbers have fewer than 16 digits, as both the SDK and the table of networks name them. Apart from that
 * table, which the page does not load.
 */
export const SHORT_NUMBERS = /amex|diners/i;
