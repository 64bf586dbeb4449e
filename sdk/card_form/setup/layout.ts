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

function checkedLayout(layout: unknown): Rows {
  const seen = new Set<ElementType>();
  // A row that is no list becomes one whose only entry is no field type, so that it is refused as such.
  const rows = [layout].flat().map((row: unknown) =>
    (Array.isArray(row) ? row : [[row]]).map((wanted: unknown) => {
      const type = ELEMENT_TYPES.find((known) => known === wanted);
      if (type === undefined) throw new SdkError("client:layout_unknown_type", { params: { type: String(wanted) } });
      if (seen.has(type)) throw new SdkError("client:layout_duplicate", { params: { type } });
      seen.add(type);
      return type;
    })
  ).filter((row) => row.length > 0);
  if (seen.has("EXPIRATION_MONTH") && seen.has("EXPIRATION_YEAR")) seen.add("EXPIRATION_DATE");
  for (const type of ["CARD_NUMBER", "EXPIRATION_DATE"] as const) {
    if (!seen.has(type)) throw new SdkError("client:layout_incomplete", { params: { type } });
  }
  return rows;
}
