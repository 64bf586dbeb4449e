/** The mail service: an outbox table, a mailbox page to read it, and SMTP when an address is set. */
import { Hono } from "hono";
import * as z from "zod/mini";
import type { Db } from "../../db/open.ts";
import { errorAnswer, fail, parseBody } from "../../platform/http/answer.ts";
import { type EmbeddedUpstream, upstreamOf } from "../../platform/http/upstream.ts";
import { isEmail } from "../../wire/email.ts";
import { MAILBOX_CSS, mailboxPage } from "./mailbox_page.ts";
import { createSender } from "./sender.ts";
import type { Mail } from "./tables.ts";
import type { MailDeps } from "./context.ts";

const PAGE_MAILS = 100;
/** Exactly one recipient and nothing that could start another header line; or the phone number of a text message. */
const isAddress = (text: string) => isEmail(text) || /^\+\d{7,15}$/.test(text);
const text = (maxChars: number) => z.string().check(z.maxLength(maxChars));
const messageSchema = z.strictObject({
  /** The sending service's own id: the same email handed over twice is stored once. */
  id: z.optional(z.string().check(z.regex(/^[\w-]{1,128}$/))),
  kind: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  to: z.string().check(z.refine(isAddress)),
  subject: z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^\r\n]*$/)),
  text: text(20_000),
  html: text(40_000),
  /** One-click unsubscribe address for this kind of email (RFC 8058). */
  unsubscribe_url: z.optional(z.string().check(z.maxLength(500), z.regex(/^https?:\/\/[\w.:/?=&%-]+$/))),
});

/** Erases a member: emails by their ids, and all emails to an address. */
const forgetSchema = z.strictObject({
  ids: z.array(z.string().check(z.maxLength(128))).check(z.maxLength(10_000)),
  to: z.optional(z.string().check(z.maxLength(320))),
});
const NAMELESS = { recipient: "", subject: "", text: "", html: "", unsubscribe_url: "" };
/** Number of ids per statement. */
const IDS_AT_ONCE = 500;

/** Removes the content of emails that have left; one that still waits for SMTP keeps it until it is sent. */
async function forgetMails(db: Db, { ids, to }: z.infer<typeof forgetSchema>, hasSmtp: boolean): Promise<void> {
  const arrived = () => {
    const all = db.updateTable("mail_outbox").set(NAMELESS);
    return hasSmtp ? all.where("sent_ms", "is not", null) : all;
  };
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    await arrived().where("id", "in", ids.slice(at, at + IDS_AT_ONCE)).execute();
  }
  if (to !== undefined && to !== "") {
    await arrived().where("recipient", "in", [to, to.toLowerCase()]).execute();
  }
}

/** The email brings its own inline style and nothing else. */
const EMAIL_HEADERS = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
};

export function createMail({ db, clock, log, settings }: MailDeps): EmbeddedUpstream {
  const app = new Hono();
  const sender = createSender({ db, clock, log, settings });

  app.post("/messages", async (c) => {
    const { id = crypto.randomUUID(), to, unsubscribe_url = "", ...message } = await parseBody(c, messageSchema);
    const nowMs = clock.now();
    await db.insertInto("mail_outbox")
      .values({
        id,
        recipient: to,
        ...message,
        created_ms: nowMs,
        // The mailbox page is the only recipient of text messages: SMTP is never tried.
        sent_ms: to.startsWith("+") ? nowMs : null,
        attempts: 0,
        next_ms: nowMs,
        error: "",
        unsubscribe_url,
      })
      .onConflict((conflict) => conflict.column("id").doNothing()).execute();
    sender.wake();
    return c.json({ id });
  });

  app.post("/forget", async (c) => {
    await forgetMails(db, await parseBody(c, forgetSchema), settings.smtpUrl !== "");
    return c.json({});
  });

  app.get("/messages.json", async (c) => c.json(await newest(db, c.req.query("to"))));
  app.get("/messages/:id", async (c) => {
    const row = await db.selectFrom("mail_outbox").select("html").where("id", "=", c.req.param("id"))
      .executeTakeFirst();
    return row === undefined ? c.notFound() : c.html(row.html, 200, EMAIL_HEADERS);
  });
  app.get("/style.css", (c) => c.body(MAILBOX_CSS, 200, { "content-type": "text/css; charset=utf-8" }));
  app.get("/", async (c) => c.html(mailboxPage(await newest(db, c.req.query("to")), c.req.query("to") ?? "")));
  app.notFound(() => fail(404, "There is no such address"));
  app.onError((error) => {
    const answer = errorAnswer(error, "");
    if (answer.status >= 500) log.error("mail.failed", { error });
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
