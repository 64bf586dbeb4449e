/** The setting of emails: the SMTP server that sends them, and the address they come from. */
import { type Env, fail } from "./values.ts";

const EXAMPLE = "smtps://user:password@mail.example/?from=no-reply%40shop.example";
/** An address alone, or behind a name and in angle brackets. */
const SENDER = /^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/;

/** Empty when not set. The sentence of a refusal does not repeat the setting, which holds a password. */
export function readSmtpUrl(env: Env): string {
  const text = env.SMTP_URL ?? "";
  if (text === "") return "";
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === "") {
    fail(`SMTP_URL must be an address such as ${EXAMPLE}, in which a / @ : or % of the password is written as its %XX`);
  }
  const from = url.searchParams.get("from");
  if (from !== null && !SENDER.test(from)) {
    fail(`The from of SMTP_URL must be one email address, such as in ${EXAMPLE}`);
  }
  return text;
}

/** Without `?from=`, emails come from an address that does not exist. */
export function hasSender(smtpUrl: string): boolean {
  return new URL(smtpUrl).searchParams.has("from");
}
