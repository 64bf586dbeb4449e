/** Names styles without effect: those the card frame drops, and those of the page that the browser does not know. */
import { kebab } from "../ui/css.ts";
import { allowedProperty, isAllowedValue } from "../wire/theme/style_rules.ts";
import { advise, shown } from "./advise.ts";
import type { Place } from "./shape.ts";

const OF_FIELDS = "(base|inputFields\\.\\w+\\.\\w+|labels\\.\\w+|errorTextStyles\\.base)$";
/** Styles that are sent to the card frame, by their path in the options. All others are set on elements of the page. */
const OF_FORM = new RegExp(`^styles\\.${OF_FIELDS}`);
const OF_FORM_INSIDE = new RegExp(`(styles\\.cardForm|cards\\.styles)\\.${OF_FIELDS}`);
/** Fields have no copy icon; `no_effect.ts` says so. */
const UNUSED = /\.copyIcon$/;

export function checkStyle(css: unknown, { method, at }: Place): void {
  if (UNUSED.test(at)) return;
  const isOfContainer = /^(collectContainer|createCollectElement)$/.test(method);
  const isOfFrame = isOfContainer || (method === "cardForm" ? OF_FORM : OF_FORM_INSIDE).test(at);
  for (const [property, given] of Object.entries(Object(css))) {
    if (given === undefined || given === null || typeof given === "object") continue;
    const value = String(given);
    if (!isOfFrame) checkOfPage({ property, value, at });
    else if (allowedProperty(property) === undefined) advise("dropped_property", { property, at });
    else if (!isAllowedValue(value)) advise("dropped_value", { property, value: shown(value), at });
  }
}

function checkOfPage(
  { property, value, at }: { readonly property: string; readonly value: string; readonly at: string },
) {
  if (typeof CSS === "undefined" || property.startsWith("--")) return;
  if (!CSS.supports(kebab(property), value)) advise("unknown_style", { property, value, at });
}
