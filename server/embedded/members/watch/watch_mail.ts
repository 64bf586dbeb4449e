/** The mail about a number that changed: what it was, what it is, and one link that ends the watch. */
import type { Db } from "../../../db/open.ts";
import type { Upstream } from "../../../upstreams/services.ts";
import { readNumber } from "../reading.ts";
import type { Standing, WatchRow } from "./watches.ts";

export interface AlertPorts {
  readonly db: Db;
  readonly mail: Upstream;
  readonly publicOrigin: string;
  readonly base: string;
}
interface Alert {
  readonly row: WatchRow;
  readonly now: Standing;
}
const SECRET_BYTES = 32;

/** The same alert handed over twice is one mail. */
export async function sendAlert({ row, now }: Alert, ports: AlertPorts): Promise<void> {
  const { mail, publicOrigin, base } = ports;
  const off = `${publicOrigin}/api/end-watch/${await newLink(row.id, ports.db)}`;
  const reading = readNumber(row.e164, "");
  const number = reading.kind === "number" ? reading.number.international : row.e164;
  const report = `${publicOrigin}${base}/webapp`;
  const lines = changesOf(row, now);
  const text = `${number}, a number you watch, has changed.\n\n${lines.map((line) => `- ${line}`).join("\n")}\n\n` +
    `Look it up again for the reasons: ${report}\n\nEnd this watch with one press: ${off}\n`;
  const html =
    `<!doctype html><html lang="en"><meta charset="utf-8"><p>${number}, a number you watch, has changed.</p>` +
    `<ul>${lines.map((line) => `<li>${line}</li>`).join("")}</ul>` +
    `<p><a href="${report}">Look it up again for the reasons</a></p><p><a href="${off}">End this watch</a></p></html>`;
  const answer = await mail(
    new Request("http://mail/messages", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        id: `watch-${row.id}-${row.mailed_ms}`,
        kind: "number_changed",
        to: row.email,
        subject: `${number} has changed`,
        text,
        html,
        unsubscribe_url: off,
      }),
    }),
  );
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The mail service answered ${answer.status}`);
}

function changesOf(before: Standing, now: Standing): readonly string[] {
  const people = (count: number) => `${count} ${count === 1 ? "member" : "members"}`;
  return [
    ...(before.score === now.score ? [] : [`Its score was ${before.score} of 100 and is ${now.score} of 100 now.`]),
    ...(before.reporters === now.reporters
      ? []
      : [`${people(before.reporters)} had said something about it, now it is ${people(now.reporters)}.`]),
  ];
}

/** 256 random bits, stored as their hash; links of older mails go on working. */
async function newLink(watch_id: string, db: Db): Promise<string> {
  const secret = crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
  await db.insertInto("members_watch_links").values({ secret_hash: await hashOf(secret), watch_id }).execute();
  return secret;
}

/** The watch a link stands for. */
export async function watchOfLink(secret: string, db: Db): Promise<string | undefined> {
  const row = await db.selectFrom("members_watch_links").select("watch_id").where(
    "secret_hash",
    "=",
    await hashOf(secret),
  ).executeTakeFirst();
  return row?.watch_id;
}

async function hashOf(secret: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret))).toHex();
}
