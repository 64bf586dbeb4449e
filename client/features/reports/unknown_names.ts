/** What the report calls the things it could not check; keys are the fields of the wire. */
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

/** A field without a name of its own keeps the wire's. */
export function unknownName(field: string): string {
  return own(NAMES, field) ?? field;
}
