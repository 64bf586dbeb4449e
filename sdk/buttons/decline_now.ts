/** A decline whose notice still stands when the client's language changes. */
import type { Decline } from "../events.ts";
import type { Language } from "../locales/language.ts";

/** What the decline means, in the language as it is now. Undefined without a decline, and when its words are lost. */
export async function declineNow(
  failed: { readonly decline?: Decline; readonly result?: string },
  language: Pick<Language, "of">,
): Promise<Decline | undefined> {
  if (failed.decline === undefined) return undefined;
  // The payment that was declined has loaded them.
  const words = await import("../payment/after_authorize/after_authorize.ts").catch(() => undefined);
  return words?.declineOf(failed.result, language);
}
