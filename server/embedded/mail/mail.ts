/** The mail service: the mailbox page, which shows the email outbox, and the same as JSON. */
import { Hono } from "hono";
import type { Db } from "../../db/open.ts";
import { errorAnswer, fail } from "../../platform/http/answer.ts";
import { type EmbeddedUpstream, upstreamOf } from "../../platform/http/upstream.ts";
import { type Mail, MAILBOX_CSS, mailboxPage } from "./mailbox_page.ts";
import type { Log } from "../../platform/log.ts";

const PAGE_MAILS = 100;
/** The email contains its own inline style and loads nothing. */
const EMAIL_HEADERS = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
};

/** What the mail service needs. */
export interface MailPorts {
  readonly db: Db;
  readonly log: Log;
}

/**
 * Opens the service: the mailbox page, `/messages.json` (100 newest, `?to=` filters) and `/messages/{id}` as HTML. It
 * sends nothing.
 */
export function createMail({ db, log }: MailPorts): EmbeddedUpstream {
  const app = new Hono();

  app.get("/messages.json", async (c) => c.json(await newest(db, c.req.query("to"))));
  app.get("/messages/:id", async (c) => {
    const row = await db.selectFrom("mail_outbox").select("html").where("id", "=", c.req.param("id"))
      .executeTakeFirst();
    return row === undefined ? c.notFound() : c.html(row.html, 200, EMAIL_HEADERS);
  });
  app.get("/style.css", (c) => c.body(MAILBOX_CSS, 200, { "content-type": "text/css; charset=utf-8" }));
  app.get("/", async (c) => c.html(mailboxPage(await newest(db, c.req.query("to")), c.req.query("to"))));
  app.notFound(() => fail(404, "There is no such address"));
  app.onError((error) => {
    const answer = errorAnswer(error, "");
    if (answer.status >= 500) log.error("mailbox.failed", { error });
    return answer;
  });
  return upstreamOf(app);
}

async function newest(db: Db, to: string | undefined): Promise<readonly Mail[]> {
  const all = db.selectFrom("mail_outbox").selectAll().orderBy("created_ms", "desc").orderBy("id").limit(PAGE_MAILS);
  const rows = await (to === undefined || to === "" ? all : all.where("recipient", "=", to)).execute();
  return rows.map(({ id, kind, recipient, subject, text, html, created_ms, unsubscribe_url }) => ({
    id,
    kind,
    to: recipient,
    subject,
    text,
    html,
    unsubscribeUrl: unsubscribe_url,
    at: new Date(created_ms).toISOString(),
  }));
}
