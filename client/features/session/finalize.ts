/**
 * After sign-in: links the purchase to the member, saves the profile, clears storage, opens the members area
 * (W-FINAL-01 to W-FINAL-06).
 */
import { t } from "../../i18n/t.ts";
import { errorString, failureSentence } from "../../api/failure.ts";
import type { Attribution, Finalize } from "../../../server/wire/billing/purchase.ts";
import type { SignedInUser } from "./user_record.ts";

/** Fallback text, verbatim (W-ERR-06). */
export const FINALIZE_ERROR = t("Finalize error");
const NO_CONNECTION = t("You're signed in, but our server didn't respond. Your purchase is safe. Try again.");

export interface FinalizePorts {
  readonly finalize: (body: Finalize) => Promise<unknown>;
  /** GET of the profile service, which saves and returns the profile. */
  readonly saveProfile: (subscriptionId: string) => Promise<void>;
  /** Email of the purchase; empty when another browser made it. */
  readonly purchaseEmail: () => string;
  readonly attribution: () => Attribution;
  readonly clearPurchase: () => void;
  readonly goToWebapp: () => void;
}

export interface FinalizeInput {
  readonly user: SignedInUser | undefined;
  readonly vSubscriptionId: string;
}

export type FinalizeEnd =
  | { readonly kind: "skipped" }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly text: string };

/** Does nothing unless a member is signed in and the address names a purchase. */
export async function finalizePurchase(ports: FinalizePorts, input: FinalizeInput): Promise<FinalizeEnd> {
  const { user, vSubscriptionId } = input;
  if (user === undefined || vSubscriptionId === "") return { kind: "skipped" };
  try {
    const error = errorString(
      await ports.finalize({
        subscription_id: vSubscriptionId,
        email: ports.purchaseEmail() || user.email,
        firebase_id: user.uid,
        // The provider's own token stays in the identity library; the service checks the id token.
        apple_token: "",
        attribution: ports.attribution(),
      }),
    );
    if (error !== "") return { kind: "failed", text: error };
    await ports.saveProfile(vSubscriptionId);
  } catch (reason) {
    return { kind: "failed", text: failureSentence(reason, { unanswered: NO_CONNECTION, fallback: FINALIZE_ERROR }) };
  }
  ports.clearPurchase();
  ports.goToWebapp();
  return { kind: "done" };
}
