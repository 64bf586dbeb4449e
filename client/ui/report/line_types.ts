/** Display names of line types; an unknown one is called unknown, never guessed. */
import { t } from "../../i18n/t.ts";
import { own } from "../../../server/wire/own_entry.ts";
const NAMES: Readonly<Record<string, string>> = {
  landline: t("Landline"),
  mobile: t("Mobile"),
  fixedLineOrMobile: t("Mobile or landline"),
  tollFree: t("Toll-free"),
  premium: t("Premium rate"),
  sharedCost: t("Shared cost"),
  nonFixedVoip: t("Internet phone (VoIP)"),
  fixedVoip: t("Internet phone at a fixed address"),
  personal: t("Call-forwarding number"),
  pager: t("Pager"),
  uan: t("Company number"),
  voicemail: t("Voicemail"),
};

export function lineTypeName(lineType: string): string {
  return own(NAMES, lineType) ?? t("Unknown");
}
