/** Emails a buyer whose pending payment is declined, as the page promised. */
import { findPlan, type Plan, todayCents } from "../../../wire/billing/plans.ts";
import { DEFAULT_LANGUAGE, type Language } from "../../../wire/site/languages.ts";
import { type EmailContent, enqueueEmails } from "../../../outbox/outbox.ts";
import type { Buyer } from "./buyer.ts";
import type { ConsentRow } from "../consents/consents.ts";
import type { CheckoutRow } from "../db/tables.ts";
import type { SubscriptionContext } from "../context/context.ts";
import type { Execution } from "../payments_client/execution.ts";
import { languageOf } from "../context/language.ts";
import { planChoiceUrl } from "../emails/action_links.ts";
import { renderEmail } from "../emails/template.ts";
import { emailWords } from "../emails/words.ts";
import { declineReason } from "../context/decline_texts.ts";

interface DeclinedPayment {
  readonly row: CheckoutRow;
  readonly execution: Execution;
  readonly consent: ConsentRow | undefined;
  readonly buyer: Buyer | undefined;
}

/** One email per execution. An immediate decline was shown on the page and needs none. */
export async function emailDecline(
  context: SubscriptionContext,
  { row, execution, consent, buyer }: DeclinedPayment,
): Promise<void> {
  const { db, clock } = context;
  const plan = findPlan(row.plan_id);
  if (!execution.wasPending || buyer === undefined || plan === undefined) return;
  const bought = await db.selectFrom("subs_checkouts").select("execution_id")
    .where("checkout_hash", "=", row.checkout_hash).where("created_ms", ">=", row.created_ms)
    .where("subscription_id", "is not", null).executeTakeFirst();
  if (bought !== undefined) return;
  const language = languageOf({ language: consent?.locale ?? DEFAULT_LANGUAGE });
  const about = {
    key: `declined:${row.execution_id}`,
    kind: "payment-declined",
    to: buyer.email,
    nowMs: clock.now(),
  };
  const written = declinedEmail({ plan, language, reason: execution.reason, url: planChoiceUrl(context, language) });
  if (await enqueueEmails(db, [{ ...written, ...about }]) > 0) context.sender.wake();
}

interface DeclineNotice {
  readonly plan: Plan;
  readonly language: Language;
  readonly reason: string;
  readonly url: string;
}

export function declinedEmail({ plan, language, reason, url }: DeclineNotice): EmailContent {
  const { t, money, boughtName } = emailWords(language);
  const what = { sum: money(todayCents(plan)), name: boughtName(plan) };
  const why = declineReason(t, reason);
  return renderEmail({
    language,
    subject: t("Your bank declined your payment"),
    sentences: [
      why === undefined
        ? t("Your bank declined a charge of {sum} ({name}). You haven't been charged.", what)
        : t("Your bank declined a charge of {sum} ({name}): {why}. You haven't been charged.", { ...what, why }),
      t("No plan was started. If you still want one, you can try again with another card."),
    ],
    links: [{ label: t("Choose a plan and pay"), url }],
  });
}
