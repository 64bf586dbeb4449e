/** Fixed words and limits of the look-up. */
export const NUMBER_MAX_CHARS = 64;
export const GENERIC_ERROR = "An error occurred";
export const NO_CONNECTION = "We could not reach our server. Your number is kept: check your connection and try again.";
export const NO_PLAN = "Look-ups belong to a plan, and we found none for this account. If you paid with another " +
  "address, open the link in your receipt or recover your access.";
export const NO_NUMBER = "Enter a phone number first, with its country or a plus sign.";
export const TOO_SHORT = "This is too short for a phone number. Check that all digits are there.";
