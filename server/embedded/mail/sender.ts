/** Hands outbox mails to SMTP, with retries for three days; without an address it does nothing. */
import type { Selectable } from "kysely";
import type { MailDeps } from "./mail.ts";
import type { MailTables } from "./tables.ts";

type OutboxRow = Selectable<MailTables["mail_outbox"]>;

const BATCH = 20;
const RETRY_MS = 60_000;
const RETRY_MAX_MS = 3_600_000;
const GIVE_UP_MS = 3 * 86_400_000;
const FROM = "TrustCheck <no-reply@trustcheck.invalid>";

interface Transport {
  sendMail(mail: { from: string; to: string; subject: string; text: string; html: string }): Promise<unknown>;
}

export interface Sender {
  /** Starts sending if it is not at it; returns at once. */
  wake(): void;
}

export function createSender(deps: MailDeps): Sender {
  if (deps.settings.smtpUrl === "") return { wake() {} };
  let transport: Promise<Transport> | undefined;
  let running: Promise<void> | undefined;
  let isWoken = false;
  const run = async () => {
    while (isWoken) {
      isWoken = false;
      transport ??= import("nodemailer").then((mailer) => mailer.createTransport(deps.settings.smtpUrl));
      await sendDue(deps, await transport);
    }
  };
  return {
    wake() {
      isWoken = true;
      running ??= run().catch((error: unknown) => deps.log.error("mail.sender", { error }))
        .finally(() => running = undefined);
    },
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
      const nextMs = nowMs + Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** row.attempts);
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

async function sendOne(transport: Transport, { recipient: to, subject, text, html }: OutboxRow): Promise<string> {
  try {
    await transport.sendMail({ from: FROM, to, subject, text, html });
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
