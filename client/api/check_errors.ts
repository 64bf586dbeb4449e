/** One clear sentence for each way a check can fail; the typed number is always kept. */
import { saidIn, serviceText } from "../lib/format/service_text.ts";
import { t } from "../i18n/t.ts";
import { NetworkError, ResponseError, TimeoutError } from "./http.ts";
import { ChunkLoadError, PART_MISSING } from "../lib/browser/lazy_page.ts";

/** The service refused, with a message for people in their language. */
export class CheckFailed extends Error {
  override readonly name = "CheckFailed";
}

export function checkErrorText(error: unknown): string {
  if (error instanceof CheckFailed) return error.message;
  if (error instanceof ResponseError) {
    const said = errorOf(error.body);
    if (said !== "") return serviceText(saidIn(error.body), said);
    if (error.status === 429) {
      return t("The free checks of this hour are used up. Your number is kept: try again later.");
    }
    return t("The check stopped on our side. Your number is kept: try again in a moment.");
  }
  if (error instanceof TimeoutError) return t("The check took too long. Your number is kept: try again.");
  if (error instanceof ChunkLoadError) return PART_MISSING;
  if (error instanceof NetworkError) {
    return t("We cannot reach the check. Your number is kept: look at your connection, then try again.");
  }
  return t("The check did not work. Your number is kept: try again.");
}

/** Problems visible without a call; empty when the number can be checked. */
export function numberProblem(phoneNumber: string): string {
  const digits = phoneNumber.replace(/\D/g, "");
  if (phoneNumber.trim() === "") return t("Type or paste the number first.");
  if (digits.length === 0 && !/[a-z]{3}/i.test(phoneNumber)) {
    return t("There are no digits in it yet. Type or paste the whole number.");
  }
  if (digits.length < 3 && !/[a-z]{3}/i.test(phoneNumber)) {
    return t("That is too short for a phone number. Add the digits that are missing.");
  }
  return "";
}

function errorOf(body: unknown): string {
  if (typeof body !== "object" || body === null || !("error" in body)) return "";
  return typeof body.error === "string" ? body.error : "";
}
