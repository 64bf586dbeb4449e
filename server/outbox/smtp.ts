/** The SMTP transport of the outbox. */
import { connect as openSocket, type Socket } from "node:net";
import { sha256Hex } from "../platform/crypto/secrets.ts";
import { withDeadline } from "../platform/deadline.ts";
import { isLoopback } from "../platform/http/ip_address.ts";
import { type SmtpPlace, smtpPlace } from "../platform/smtp_place.ts";
import { EMAILS_AT_ONCE, SEND_DEADLINE_MS, type Transport } from "./sender.ts";

/** Sender address when SMTP_URL has no `?from=`. */
const FROM = "TrustCheck <no-reply@trustcheck.invalid>";

/**
 * Connections stay open between emails, one for each that is sent side by side. An SMTP server that stops answering is
 * given up before the email is, so that its connection is free again. Each can be set in the query of SMTP_URL.
 */
const POOL: Readonly<Record<string, string>> = {
  pool: "true",
  maxConnections: String(EMAILS_AT_ONCE),
  connectionTimeout: "10000",
  greetingTimeout: "10000",
  socketTimeout: "40000",
};

const late = () => new Error("The mail server did not answer in time");

type Opened = (error: Error | null, opened?: { readonly connection: Socket }) => void;

/**
 * Opens the connection by the server's name. nodemailer itself looks the name up and connects to the address, for which
 * a process that may reach only the named host has no permission.
 */
function openBy({ host, port }: SmtpPlace, limitMs: number) {
  return (_: unknown, opened: Opened): void => {
    const socket = openSocket({ host, port });
    const timer = setTimeout(() => socket.destroy(late()), limitMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      opened(error);
    };
    socket.once("error", fail);
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.off("error", fail);
      opened(null, { connection: socket });
    });
  };
}

/**
 * Every setting that the address does not make itself. Over `smtp://`, nodemailer encrypts only if the server offers
 * it, and everyone on the way could take that offer out and read the password and all links; a server of this machine
 * needs no encryption.
 */
function defaultsOf({ protocol, hostname }: URL): Readonly<Record<string, string>> {
  return protocol === "smtp:" && !isLoopback(hostname) ? { ...POOL, requireTLS: "true" } : POOL;
}

/** The transport for an address like `smtp://host:25/?from=...`; undefined for an empty one. */
export function createSmtpTransport(smtpUrl: string): Transport | undefined {
  if (smtpUrl === "") return undefined;
  const url = new URL(smtpUrl);
  const from = url.searchParams.get("from") ?? FROM;
  url.searchParams.delete("from");
  // Imported only where SMTP is configured.
  for (const [name, value] of Object.entries(defaultsOf(url))) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  }
  let connecting: Promise<{ sendMail(mail: object): Promise<unknown>; close(): void }> | undefined;
  const getSocket = openBy(smtpPlace(smtpUrl), Number(url.searchParams.get("connectionTimeout")));
  const connect = async () => (await import("nodemailer")).createTransport({ url: url.href, getSocket });
  const send: Transport = async ({ id, recipient, subject, text, html, unsubscribe_url }) => {
    const transport = await (connecting ??= connect());
    // A receiver that gets an email twice, because this server died before it noted the first, recognizes it.
    const messageId = `<${sha256Hex(id)}@${domainOf(from)}>`;
    const headers = headersOf(unsubscribe_url);
    // As an object: a text would be parsed, and could name more or other addresses than the stored one.
    const to = { name: "", address: recipient };
    await withDeadline(
      transport.sendMail({ from, to, subject, text, html, messageId, headers }),
      SEND_DEADLINE_MS,
      late,
    );
  };
  return Object.assign(send, { close: async () => (await connecting)?.close() });
}

function headersOf(unsubscribeUrl: string): Readonly<Record<string, string>> {
  if (unsubscribeUrl === "") return {};
  return { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

function domainOf(from: string): string {
  return /@([\w.-]+)/.exec(from)?.[1] ?? "trustcheck.invalid";
}
