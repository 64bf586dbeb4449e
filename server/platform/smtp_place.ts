/**
 * Where the SMTP server of `SMTP_URL` listens: both the transport and the permissions of the server process use this.
 */

export interface SmtpPlace {
  readonly host: string;
  readonly port: number;
}

/** Without a port: 465 for `smtps://`, which speaks TLS from the first byte, and 587 for `smtp://`. */
export function smtpPlace(smtpUrl: string): SmtpPlace {
  const { protocol, hostname, port } = new URL(smtpUrl);
  return {
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(port) || (protocol === "smtps:" ? 465 : 587),
  };
}
