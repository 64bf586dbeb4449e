/**
 * Sends the emails of the outbox, with retries until they are taken. Every server runs one; each email is claimed in
 * the database, so that only one server sends it.
 */
import type { Selectable } from "kysely";
import { isInTime } from "../platform/deadline.ts";
import { type Count, countNothing } from "../platform/telemetry/counters.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Db } from "../db/open.ts";
import { isEmail } from "../wire/email.ts";
import { ERASED, NEVER_MS, type OutboxTables } from "./outbox.ts";

export type OutboxRow = Selectable<OutboxTables["mail_outbox"]>;
/** Hands one email to the outside; rejects when it was not taken. */
export interface Transport {
  (email: OutboxRow): Promise<void>;
  /** Closes idle connections. */
  readonly close?: () => Promise<void>;
}

const BATCH = 20;
/** Emails sent side by side, so that a recipient whose server is slow delays few others. */
export const EMAILS_AT_ONCE = 5;
/** Emails that were not taken are retried after 1, 2, 4 ... minutes, at most every hour. */
const EMAIL_RETRY_MS = 60_000;
export const EMAIL_RETRY_MAX_MS = 3_600_000;
/** After the first retry's time another server may claim the email; no attempt takes as long. */
export const SEND_DEADLINE_MS = 45_000;
/** When the server stops. An email that is not taken by then is sent again by its next attempt. */
const CLOSE_MS = 3_000;
/**
 * An outage ends no email. One whose recipient or content the SMTP server refuses (5xx) is given up after three days.
 */
const GIVE_UP_MS = 3 * 86_400_000;

export interface SenderPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly count?: Count;
  /** Left out without SMTP: emails then wait in the outbox, where the mailbox page shows them. */
  readonly transport?: Transport | undefined;
  /** How many emails are sent side by side; {@link EMAILS_AT_ONCE} when left out. */
  readonly atOnce?: number;
}

export interface EmailSender {
  /** False without SMTP. */
  readonly hasTransport: boolean;
  /** Sends what is due in the background. Call it after the commit that wrote an email. */
  wake(): void;
  /** Sends what is due now. Returns how many emails were taken. */
  sendDue(): Promise<number>;
  /** Begins no further email, waits a moment for those in progress and closes connections. */
  close(): Promise<void>;
}

export function createSender({ transport, ...ports }: SenderPorts): EmailSender {
  if (transport === undefined) {
    return { hasTransport: false, wake() {}, sendDue: () => Promise.resolve(0), close: () => Promise.resolve() };
  }
  const closing = new AbortController();
  let running = Promise.resolve(0);
  let isWaiting = false;
  /** One run at a time; calls during a run share the next one, which sees what they wrote. */
  let next = running;
  const sendDue = () => {
    if (isWaiting) return next;
    isWaiting = true;
    next = running.then(() => {
      isWaiting = false;
      return sendAll(ports, transport, closing.signal);
    });
    running = next.catch(() => 0);
    return next;
  };
  return {
    hasTransport: true,
    wake: () => void sendDue().catch((error: unknown) => ports.log.error("email.sender-failed", { error })),
    sendDue,
    async close() {
      closing.abort();
      await isInTime(running, CLOSE_MS);
      await transport.close?.();
    },
  };
}

type Ports = Omit<SenderPorts, "transport">;

async function sendAll(ports: Ports, transport: Transport, closing: AbortSignal): Promise<number> {
  const { db, clock, atOnce = EMAILS_AT_ONCE } = ports;
  let sent = 0;
  while (!closing.aborted) {
    const nowMs = clock.now();
    const due = await db.selectFrom("mail_outbox").selectAll().where("sent_ms", "is", null)
      .where("next_ms", "<=", nowMs)
      .orderBy("next_ms").limit(BATCH).execute();
    if (due.length === 0) return sent;
    const rows = due.values();
    const lane = async () => {
      for (const row of rows) {
        if (closing.aborted) return;
        if (await claim(ports, row) && await sendOne(ports, row, transport)) sent += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
  }
  return sent;
}

/**
 * Counts from the claim of this email, not of the batch, so that no other server takes it meanwhile (SECURITY X6).
 * False when another server was first.
 */
async function claim({ db, clock }: Ports, { id, attempts }: OutboxRow): Promise<boolean> {
  const waitMs = Math.min(EMAIL_RETRY_MAX_MS, EMAIL_RETRY_MS * 2 ** attempts);
  const { numUpdatedRows } = await db.updateTable("mail_outbox")
    .set({ attempts: attempts + 1, next_ms: clock.now() + waitMs })
    .where("id", "=", id).where("attempts", "=", attempts).where("sent_ms", "is", null).executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function sendOne(
  { db, clock, log, count = countNothing }: Ports,
  row: OutboxRow,
  transport: Transport,
): Promise<boolean> {
  const problem = problemOf(row) ?? await transport(row).then(() => undefined, refusalOf);
  const own = () => db.updateTable("mail_outbox").where("id", "=", row.id);
  const eraseIfDue = () => own().set(ERASED).where("erase_when_sent", "=", 1).execute();
  if (problem !== undefined) {
    const { text, isFinal } = problem;
    const named = { id: row.id, kind: row.kind, domain: domainOf(row.recipient) };
    log.warn("email.unsent", { ...named, problem: text });
    const isOver = isFinal && clock.now() - row.created_ms >= GIVE_UP_MS;
    if (isOver) log.error("email.given-up", named);
    count("emails", { outcome: isOver ? "given-up" : isFinal ? "refused" : "unreachable" });
    await own().set({ error: text, ...(isOver ? { next_ms: NEVER_MS } : {}) }).execute();
    if (isOver) await eraseIfDue();
    return false;
  }
  count("emails", { outcome: "sent" });
  await own().set({ sent_ms: clock.now(), error: "" }).execute();
  await eraseIfDue();
  return true;
}

/** For the log, which names no person. */
function domainOf(recipient: string): string {
  return /@([\w.-]+)$/.exec(recipient)?.[1] ?? "";
}

/** Exactly one recipient, and nothing that could start another header line. */
function problemOf({ recipient, subject, unsubscribe_url }: OutboxRow): Refusal | undefined {
  const refuse = (text: string) => ({ text, isFinal: true });
  if (!isEmail(recipient)) return refuse("The recipient is not one email address");
  if (!/^[^\r\n]{1,200}$/.test(subject)) return refuse("The subject is not one line");
  if (!/^(https?:\/\/[\w.:/?=&%-]+)?$/.test(unsubscribe_url)) return refuse("The unsubscribe address is not valid");
  return undefined;
}

interface Refusal {
  readonly text: string;
  readonly isFinal: boolean;
}

/** The steps of SMTP that judge one email. A refused greeting, password or sender refuses every email alike. */
const JUDGES_EMAIL: ReadonlySet<unknown> = new Set(["RCPT TO", "DATA"]);

/** A 5xx answer to one email is final; an outage is not, and neither is a server that accepts no email from us. */
function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Error)) return { text: String(error), isFinal: false };
  const { message, responseCode, command }: Error & { responseCode?: unknown; command?: unknown } = error;
  return { text: message, isFinal: Number(responseCode) >= 500 && JUDGES_EMAIL.has(command) };
}
