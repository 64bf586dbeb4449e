/** One clear sentence for each way a check can fail; the typed number is always kept. */
import { sentenceCodeIn, serviceText } from "../lib/format/service_text.ts";
import { t } from "../i18n/t.ts";
import { NetworkError, ResponseError, TimeoutError } from "./http.ts";
import { digitsOf, numbersToOffer } from "../lib/phone/find_numbers.ts";
import { PART_MISSING } from "../lib/browser/lazy_page.ts";
import { ChunkLoadError } from "../lib/load_chunk.ts";
import { reportUnexpected } from "../lib/unexpected.ts";

/** The service refused, with a message for people in their language. */
export class CheckFailed extends Error {
  override readonly name = "CheckFailed";
}

export function checkErrorText(error: unknown): string {
  if (error instanceof CheckFailed) return error.message;
  if (error instanceof ResponseError) {
    const said = errorOf(error.body);
    if (said !== "") return serviceText(sentenceCodeIn(error.body), said);
    if (error.status === 429) {
      return t("You've used all your free checks for this hour. Your number is saved, so try again later.");
    }
    return t("Something went wrong on our end. Your number is saved. Try again in a moment.");
  }
  if (error instanceof TimeoutError) return t("The check took too long. Your number is saved. Try again.");
  if (error instanceof ChunkLoadError) return PART_MISSING;
  if (error instanceof NetworkError) {
    return t("We couldn't connect. Your number is saved. Check your connection and try again.");
  }
  reportUnexpected(error);
  return t("The check didn't work. Your number is saved. Try again.");
}

/** Problems visible without a call; empty when the number can be checked. */
export function numberProblem(phoneNumber: string): string {
  const digits = digitsOf(phoneNumber);
  if (phoneNumber.trim() === "") return t("Enter a phone number first.");
  if (numbersToOffer(phoneNumber).length > 1) return t("That's more than one number. Choose the one to check.");
  if (digits.length === 0 && !/[a-z]{3}/i.test(phoneNumber)) {
    return t("That doesn't contain any digits. Enter the full phone number.");
  }
  if (digits.length < 3 && !/[a-z]{3}/i.test(phoneNumber)) {
    return t("That number is too short. Check for missing digits.");
  }
  return "";
}

function errorOf(body: unknown): string {
  if (typeof body !== "object" || body === null || !("error" in body)) return "";
  return typeof body.error === "string" ? body.error : "";
}
