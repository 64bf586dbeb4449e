/** Plan names in the page's language; the plan table has them in English for emails and receipts. */
import { t } from "../../i18n/t.ts";
import { isRecurring, type Plan } from "../../../server/wire/billing/plans.ts";

/** Short and full name, as in the plan table, and the titles of the subscriptions. */
export const PLAN_NAMES: Readonly<Record<string, string>> = {
  "Weekly": t("Weekly"),
  "Monthly": t("Monthly"),
  "Quarterly": t("Quarterly"),
  "Weekly plan": t("Weekly plan"),
  "Monthly plan": t("Monthly plan"),
  "Quarterly plan": t("Quarterly plan"),
  "Ultimate Pack": t("Ultimate Pack"),
  "PDF report": t("PDF report"),
  "Registry check": t("Registry check"),
  "Scam guide": t("Scam guide"),
  "50 checks": t("50 checks"),
  "25 checks": t("25 checks"),
  "10 checks": t("10 checks"),
  "Weekly plan with a 3-day trial": t("Weekly plan with a 3-day trial"),
  "Monthly plan with a 3-day trial": t("Monthly plan with a 3-day trial"),
  "Quarterly plan, discounted for the first 3 months": t("Quarterly plan, discounted for the first 3 months"),
  "Ultimate Pack: PDF reports and scam guide": t("Ultimate Pack: PDF reports and scam guide"),
  "Ultimate Pack: PDF reports and scam guide, without the registry check": t(
    "Ultimate Pack: PDF reports and scam guide, without the registry check",
  ),
  "PDF report for every check": t("PDF report for every check"),
  "Sex-offender registry check": t("Sex-offender registry check"),
  "Guide: how phone scams work and how to get out of one": t("Guide: how phone scams work and how to get out of one"),
  "50 more checks, valid for 12 months": t("50 more checks, valid for 12 months"),
  "25 more checks, valid for 12 months": t("25 more checks, valid for 12 months"),
  "10 more checks, valid for 12 months": t("10 more checks, valid for 12 months"),
};

/** A product that left the table still has a name. A subscription's title names it as a plan: "Weekly plan". */
export function planName(plan: Plan | undefined, form: "short" | "full" | "title" = "short"): string {
  if (plan === undefined) return t("Product");
  if (form === "title") return productName(isRecurring(plan) ? `${plan.name} plan` : plan.name);
  return productName(form === "short" ? plan.name : plan.name_full);
}

/** A plan's name for a receipt. */
export function productName(name: string): string {
  return Object.hasOwn(PLAN_NAMES, name) ? PLAN_NAMES[name] ?? name : name;
}
