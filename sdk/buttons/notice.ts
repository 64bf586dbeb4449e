/**
 * The notice below a lone pay button whose page does not listen for the payment's outcome. Loads when a payment has
 * ended.
 */
import type { Language } from "../locales/language.ts";
import type { Emitter } from "../emitter/emitter.ts";
import type { Decline } from "../events.ts";
import { FAILED_TEXT, type Outcome } from "../payment/outcome.ts";
import { element } from "../ui/element.ts";

/**
 * What a decline that still shows means, in the language as it is now. Undefined without a decline, and when its words
 * are lost.
 */
export async function declineNow(
  failed: { readonly decline?: Decline; readonly result?: string },
  language: Pick<Language, "of">,
): Promise<Decline | undefined> {
  if (failed.decline === undefined) return undefined;
  // The payment that was declined has loaded them.
  const words = await import("../payment/after_authorize/after_authorize.ts").catch(() => undefined);
  return words?.declineOf(failed.result, language);
}

type Ended = Extract<Outcome, { readonly type: "failed" | "pending" }>;

/**
 * Whether the page listens, by any name of the callback. A custom element has each callback; whether the page listens to
 * the event that it makes of it is what the function `payrails-hears` beside them says.
 */
export function isHeard(
  { type }: Ended,
  { events, options }: { readonly events: Emitter; readonly options: () => { readonly events?: object } },
): boolean {
  const hears: unknown = Reflect.get(options().events ?? {}, "payrails-hears");
  const isUnheard = typeof hears === "function" && hears(type === "failed" ? "onFailed" : "onPending") === false;
  return events.listeners(type).length > (isUnheard ? 1 : 0);
}

/**
 * Shows below the button why the payment failed and what to do next, or that its result is open. It follows the language
 * until the returned function removes it.
 */
export function showNotice(
  button: HTMLElement | undefined,
  outcome: Ended,
  language: Pick<Language, "listen" | "mark" | "of" | "pack">,
): () => void {
  const failed = outcome.type === "failed" ? outcome : undefined;
  const notice = element("p", `payrails-dropin-${failed === undefined ? "pending" : "failed"}`);
  notice.id = "payrails-payment-notice";
  notice.setAttribute("role", failed === undefined ? "status" : "alert");
  const draw = (decline: Decline | undefined) => {
    // The drop-in tells the same.
    const { fail, pending } = language.pack?.dropin ?? { fail: FAILED_TEXT, pending: "Payment pending" };
    notice.textContent = failed === undefined ? pending : decline?.text ?? fail;
    language.mark(notice);
  };
  draw(failed?.decline);
  button?.after(notice);
  const end = language.listen(async () => draw(await declineNow(failed ?? {}, language)));
  return () => {
    end();
    notice.remove();
  };
}
