/** POST /end-mails/{content}: ends the reminders of one subscription, never the plan (List-Unsubscribe, RFC 8058). */
import { fail } from "../../../platform/http/answer.ts";
import type { Parts } from "../context/context.ts";
import { openLink } from "../emails/action_links.ts";

export async function endMails(parts: Parts, content: string): Promise<{ readonly status: "ended" }> {
  const opened = await openLink(parts, "mails", content);
  if (opened === undefined) fail(404, "This link is not valid");
  await parts.db.updateTable("subs_subscriptions").set({ reminders_off: 1 }).where("id", "=", opened.row.id).execute();
  return { status: "ended" };
}
