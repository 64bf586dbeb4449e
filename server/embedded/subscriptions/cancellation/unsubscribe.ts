/**
 * POST /end-mails/{content}: unsubscribes from one subscription's reminders, never cancels it (List-Unsubscribe, RFC
 * 8058).
 */
import { fail } from "../../../platform/http/answer.ts";
import type { SubscriptionContext } from "../context/context.ts";
import { openActionLink } from "../emails/action_links.ts";
import { refusal } from "../../../wire/site/refusal.ts";

/** Unsubscribes from the reminders of the link's subscription. Throws 404 for an invalid link. */
export async function unsubscribe(
  context: SubscriptionContext,
  content: string,
): Promise<{ readonly status: "ended" }> {
  const opened = await openActionLink(context, "mails", content);
  if (opened === undefined) fail(404, refusal("link_invalid"));
  await context.db.updateTable("subs_subscriptions").set({ reminders_off: 1 }).where("id", "=", opened.row.id)
    .execute();
  return { status: "ended" };
}
