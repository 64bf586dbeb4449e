/** Sends outbox emails by SMTP, with retries for three days; does nothing without an SMTP address. */
import { withDeadline } from "../../platform/deadline.ts";
import type { Selectable } from "kysely";
import type { MailDeps } from "./context.ts";
import type { MailTables } from "./tables.ts";

type OutboxRow = Selectable<MailTables["mail_outbox"]>;

const BATCH = 20;
/** After this time another server may take a claimed email; no send takes as long. */
const RETRY_MS = 60_000;
const SEND_DEADLINE_MS = 45_000;
const RETRY_MAX_MS = 3_600_000;
const GIVE_UP_MS = 3 * 86_400_000;
/** Sender address when SMTP_URL has no `?from=`. */
const FROM = "TrustCheck <no-reply@trustcheck.invalid>";

interface Transport {
  sendMail(mail: OutgoingEmail): Promise<unknown>;
}
interface OutgoingEmail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Sender {
  /** Starts sending unless it already runs; returns at once. */
  wake(): void;
}

export function createSender(deps: MailDeps): Sender {
  if (deps.settings.smtpUrl === "") return { wake() {} };
  let running: Promise<void> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isWoken = false;
  const run = async () => {
    while (isWoken) {
      isWoken = false;
      await sendDue(deps, await openTransport(deps.settings.smtpUrl));
    }
  };
  const wake = () => {
    isWoken = true;
    clearTimeout(retry);
    running ??= run().catch((error: unknown) => deps.log.error("mail.sender", { error })).finally(() => {
      running = undefined;
      // Refused emails are retried later, even when no new one arrives. The timer does not keep the process alive.
      retry = setTimeout(wake, RETRY_MS);
      Deno.unrefTimer(retry);
    });
  };
  return { wake };
}

const late = () => new Error("The mail server did not answer in time");

/** Imported only where SMTP is configured. */
async function openTransport(smtpUrl: string): Promise<Transport> {
  const { createTransport } = await import("nodemailer");
  const url = new URL(smtpUrl);
  const from = url.searchParams.get("from") ?? FROM;
  url.searchParams.delete("from");
  const transport = createTransport(url.href);
  return {
    sendMail: (mail) =>
      withDeadline(transport.sendMail({ ...mail, headers: { ...mail.headers }, from }), SEND_DEADLINE_MS, late),
  };
}

async function sendDue({ db, clock, log }: MailDeps, transport: Transport): Promise<void> {
  while (true) {
    const nowMs = clock.now();
    const due = await db.selectFrom("mail_outbox").selectAll().where("sent_ms", "is", null)
      .where("next_ms", "<=", nowMs).where("created_ms", ">", nowMs - GIVE_UP_MS)
      .orderBy("next_ms").limit(BATCH).execute();
    if (due.length === 0) return;
    for (const row of due) {
      // Counts from the claim of this email, not of the batch, so that no other server takes it meanwhile (SECURITY
      // X6).
      const nextMs = clock.now() + Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** row.attempts);
      const { numUpdatedRows } = await db.updateTable("mail_outbox")
        .set({ attempts: row.attempts + 1, next_ms: nextMs })
        .where("id", "=", row.id).where("attempts", "=", row.attempts).executeTakeFirst();
      if (numUpdatedRows === 0n) continue;
      const problem = await sendOne(transport, row);
      if (problem !== "") log.warn("mail.unsent", { kind: row.kind, problem });
      await db.updateTable("mail_outbox").set(problem === "" ? { sent_ms: clock.now() } : { error: problem })
        .where("id", "=", row.id).execute();
    }
  }
}

async function sendOne(transport: Transport, row: OutboxRow): Promise<string> {
  const { recipient: to, subject, text, html, unsubscribe_url: url } = row;
  const headers = { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
  try {
    await transport.sendMail({ to, subject, text, html, ...(url === "" ? {} : { headers }) });
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
