/** Where advice leads directly: a hotline, a number for unwanted texts, or the authority's own form, by country. */
import { t } from "../../../i18n/t.ts";
import { own } from "../../../../server/wire/own_entry.ts";
import type { IconName } from "../../../ui/pictures/icon_paths.ts";

export interface AdviceAction {
  /** `tel:`, `sms:` or `https:`. */
  readonly href: string;
  readonly label: string;
  readonly icon: IconName;
}

type Topic = "bank" | "text" | "report";

const call = (number: string): AdviceAction => ({
  href: `tel:${number.replaceAll("\u00a0", "")}`,
  label: t("Call {number}", { number }),
  icon: "phone",
});
const forward = (number: string): AdviceAction => ({
  href: `sms:${number}`,
  label: t("Forward to {number}", { number }),
  icon: "message",
});
const report = (host: string): AdviceAction => ({
  href: `https://${host}`,
  label: t("Report at {site}", { site: host }),
  icon: "outside",
});

/**
 * 159: Stop Scams UK. 116 116: the German hotline that blocks cards. 017: INCIBE. 7726: carriers that take reports.
 * The Bundesnetzagentur takes reports of misused numbers in Germany.
 */
const ACTIONS: Readonly<Record<Topic, Readonly<Record<string, AdviceAction>>>> = {
  bank: { GB: call("159"), DE: call("116\u00a0116") },
  text: { US: forward("7726"), CA: forward("7726"), GB: forward("7726"), IE: forward("7726"), NZ: forward("7726") },
  report: {
    US: report("reportfraud.ftc.gov"),
    GB: report("www.reportfraud.police.uk"),
    CA: report("antifraudcentre-centreantifraude.ca"),
    AU: report("www.scamwatch.gov.au"),
    DE: report("www.bundesnetzagentur.de"),
    ES: call("017"),
  },
};

/** In order of preference: the first topic that the country has an address for. */
const TOPICS: Readonly<Record<string, readonly Topic[]>> = {
  bank_caller: ["bank"],
  card: ["bank"],
  gave_bank: ["bank", "report"],
  transfer: ["bank", "report"],
  advice_high_shared: ["bank", "report"],
  text: ["text"],
  government_caller: ["report"],
  gave_id: ["report"],
  next_report: ["report"],
  report_bad: ["report"],
  gift_card: ["report"],
  crypto: ["report"],
};

const ICONS: Readonly<Record<string, IconName>> = {
  bank_caller: "bank",
  card: "card",
  gave_bank: "card",
  transfer: "bank",
  gift_card: "gift",
  text: "message",
  app_message: "message",
  link: "link",
  tapped: "link",
  no_code: "code",
  next_block: "block",
  advice_high: "block",
  advice_suspicious: "block",
  blocked: "block",
  stay_away: "block",
  next_report: "report",
  report_bad: "report",
  advice_high_shared: "bank",
  next_call_back: "phone",
  often: "calendar",
  family_caller: "people",
  unseen: "search",
  advice_none: "info",
  advice_some: "bell",
  advice_caution: "search",
  advice_always: "phone",
};

/** Empty where we know no official address or number for the country. */
export function adviceAction(id: string, country: string): AdviceAction | undefined {
  return (own(TOPICS, id) ?? []).map((topic) => own(ACTIONS[topic], country)).find((action) => action !== undefined);
}

export function adviceIcon(id: string): IconName {
  return own(ICONS, id) ?? "shield";
}
