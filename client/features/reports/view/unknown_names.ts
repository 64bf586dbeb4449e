/** Display names of the facts that could not be checked; keys are the fields of the wire. */
import { t } from "../../../i18n/t.ts";
import { own } from "../../../../server/wire/own_entry.ts";

const NAMES: Readonly<Record<string, string>> = {
  isActive: t("Live line"),
  name: t("Owner's name"),
  lineType: t("Line type"),
  carrier: t("Carrier"),
  location: t("City or area"),
  zipCode: t("Postal code"),
  reports: t("Member reports"),
  callerId: t("Spoofed caller ID"),
  country: t("International calls"),
  validity: t("Number in use"),
};

/** A field without a display name shows the wire's name. */
export function unknownName(field: string): string {
  return own(NAMES, field) ?? field;
}
