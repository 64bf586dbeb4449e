/** The rows of fields: the default layout (S-FORM-10 to S-FORM-12), or the merchant's own. */
import { SdkError } from "../../errors/sdk_error.ts";
import type { CardFormOptions } from "../options.ts";
import { ELEMENT_TYPES, type ElementType } from "../../wire/frames.ts";

export type Rows = readonly (readonly ElementType[])[];
type LayoutOptions = Pick<CardFormOptions, "layout" | "showCardHolderName" | "showSingleExpiryDateField">;

export function layoutOf({ layout, showCardHolderName, showSingleExpiryDateField }: LayoutOptions): Rows {
  if (layout !== undefined) return checkedLayout(layout);
  const holder: Rows = showCardHolderName === true ? [["CARDHOLDER_NAME"]] : [];
  const last: readonly ElementType[] = showSingleExpiryDateField === true
    ? ["EXPIRATION_DATE", "CVV"]
    : ["EXPIRATION_MONTH", "EXPIRATION_YEAR", "CVV"];
  return [["CARD_NUMBER"], ...holder, last];
}

function checkedLayout(layout: readonly (readonly unknown[])[]): Rows {
  const seen = new Set<ElementType>();
  const rows = layout.map((row) =>
    row.map((wanted) => {
      const type = ELEMENT_TYPES.find((known) => known === wanted);
      if (type === undefined) throw new SdkError("client:layout_unknown_type", { params: { type: String(wanted) } });
      if (seen.has(type)) throw new SdkError("client:layout_duplicate", { params: { type } });
      seen.add(type);
      return type;
    })
  ).filter((row) => row.length > 0);
  const hasExpiry = seen.has("EXPIRATION_DATE") || (seen.has("EXPIRATION_MONTH") && seen.has("EXPIRATION_YEAR"));
  if (!seen.has("CARD_NUMBER")) throw new SdkError("client:layout_incomplete", { params: { type: "CARD_NUMBER" } });
  if (!hasExpiry) throw new SdkError("client:layout_incomplete", { params: { type: "EXPIRATION_DATE" } });
  return rows;
}
