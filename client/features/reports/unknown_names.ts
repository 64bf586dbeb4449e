/** Display names of the facts that could not be checked; keys are the fields of the wire. */
import { t } from "../../i18n/t.ts";
import { own } from "../../../server/wire/own_entry.ts";

const NAMES: Readonly<Record<string, string>> = {
  isActive: t("Whether somebody answers"),
  name: t("Whose number it is"),
  lineType: t("Kind of line"),
  carrier: t("Carrier"),
  location: t("Place"),
  zipCode: t("Postal code"),
  reports: t("Reports of members"),
  callerId: t("Whether the call really came from it"),
  country: t("Calls across a border"),
  validity: t("Whether the number is given out"),
};

/** A field without a display name shows the wire's name. */
export function unknownName(field: string): string {
  return own(NAMES, field) ?? field;
}
