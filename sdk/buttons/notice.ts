/** The notice below a lone pay button whose page listens to no end of the payment. Loads when a payment has ended. */
import type { Language } from "../locales/language.ts";
import { FAILED_TEXT, type Outcome } from "../payment/outcome.ts";
import { element } from "../ui/element.ts";

type Ended = Extract<Outcome, { readonly type: "failed" | "pending" }>;

/** Why the payment failed and what to do next, or that its result is open. */
export function createNotice(outcome: Ended, language: Pick<Language, "pack" | "mark">): HTMLElement {
  // The drop-in tells the same.
  const { fail, pending } = language.pack?.dropin ?? { fail: FAILED_TEXT, pending: "Payment pending" };
  const isFailed = outcome.type === "failed";
  const text = isFailed ? outcome.decline?.text ?? fail : pending;
  const notice = element("p", `payrails-dropin-${isFailed ? "failed" : "pending"}`, text);
  notice.id = "payrails-payment-notice";
  notice.setAttribute("role", isFailed ? "alert" : "status");
  language.mark(notice);
  return notice;
}
