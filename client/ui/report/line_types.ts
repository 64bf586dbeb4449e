/** Display names of line types; an unknown one is called unknown, never guessed. */
import { t } from "../../i18n/t.ts";
import { own } from "../../../server/wire/own_entry.ts";
const NAMES: Readonly<Record<string, string>> = {
  landline: t("Landline"),
  mobile: t("Mobile phone"),
  fixedLineOrMobile: t("Landline or mobile, this country does not tell them apart"),
  tollFree: t("Free to call"),
  premium: t("Premium rate, costs extra"),
  sharedCost: t("Shared cost, may cost extra"),
  nonFixedVoip: t("Internet phone, bound to no address"),
  fixedVoip: t("Internet phone at an address"),
  personal: t("Personal number that forwards"),
  pager: t("Pager"),
  uan: t("Company-wide number"),
  voicemail: t("Voicemail access"),
};

export function lineTypeName(lineType: string): string {
  return own(NAMES, lineType) ?? t("Not known");
}
