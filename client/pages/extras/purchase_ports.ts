/** What every purchase of an add-on needs: its calls, its trackers and the shape of the visit. */
import { LOCALE } from "../../i18n/language.ts";
import type { AdditionalPurchasePorts } from "../../features/offers/additional_purchase.ts";
import { ADD_THROTTLE_MS } from "../../features/offers/constants.ts";
import { keptOrders } from "../../features/offers/kept_orders.ts";
import { createThrottle } from "../../features/offers/throttle.ts";
import { waitForConnection } from "../../lib/browser/wait.ts";
import { currentLink } from "../../lib/link/link.ts";
import { currentAttribution } from "../../visit/attribution.ts";
import { tracker } from "../../visit/tracker.ts";
import { agree, approve, createAddOn } from "../plan_calls.ts";

export function purchasePorts(
  dispatch: AdditionalPurchasePorts["dispatch"],
): Omit<AdditionalPurchasePorts, "readPurchase" | "onSuccess"> {
  return {
    dispatch,
    mayAdd: createThrottle(ADD_THROTTLE_MS, () => performance.now()),
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
