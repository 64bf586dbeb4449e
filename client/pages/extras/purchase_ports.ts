/** What every purchase of an add-on needs: its calls, its trackers and the shape of the visit. */
import { LOCALE } from "../../i18n/language.ts";
import type { AdditionalPurchasePorts } from "../../features/offers/additional_purchase.ts";
import { keptOrders } from "../../features/offers/kept_orders.ts";
import { waitForConnection } from "../../lib/browser/wait.ts";
import { currentLink } from "../../lib/link/link.ts";
import { currentAttribution } from "../../visit/attribution.ts";
import { tracker } from "../../visit/tracker.ts";
import { agree, approve, createAddOn } from "../plan_calls.ts";

export function purchasePorts(
  dispatch: AdditionalPurchasePorts["dispatch"],
): Omit<AdditionalPurchasePorts, "mayAdd" | "readPurchase" | "onSuccess"> {
  return {
    dispatch,
    agree,
    create: createAddOn,
    approve,
    orders: keptOrders,
    attribution: currentAttribution,
    locale: () => LOCALE,
    linkTextVersion: () => currentLink().tcv,
    now: () => Date.now(),
    wait: waitForConnection,
    trackPurchase: ({ planId, reportedCents }) => tracker().additionalPurchase({ planId, cents: reportedCents }),
    trackError: (text) => tracker().additionalPurchaseError(text),
  };
}
