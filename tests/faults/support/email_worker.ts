/** A server that writes events with their emails and sends them, until it is killed. */
import { openDatabase } from "../../../server/db/open.ts";
import { enqueueEmails } from "../../../server/outbox/outbox.ts";
import { createSender } from "../../../server/outbox/sender.ts";
import { createSmtpTransport } from "../../../server/outbox/smtp.ts";
import { silentLog } from "../../../server/platform/log.ts";

/** Written before it says that it works, so that a kill soon afterwards still meets emails. */
const FIRST = 5;

const [path = "", smtpUrl = ""] = Deno.args;
const db = await openDatabase({ kind: "sqlite", path });
const clock = { now: () => Date.now() };
const sender = createSender({ db, clock, log: silentLog, transport: createSmtpTransport(smtpUrl) });
await sender.sendDue();
for (let written = 0;; written++) {
  if (written === FIRST) console.log("working");
  const key = crypto.randomUUID();
  const email = { key, kind: "test", to: "ann@example.com", subject: key, text: "t", html: "h", nowMs: clock.now() };
  await db.transaction().execute(async (trx) => {
    await trx.insertInto("app_limits").values({ key, since_ms: clock.now(), count: 1 }).execute();
    await enqueueEmails(trx, [email]);
  });
  sender.wake();
  await new Promise((resolve) => setTimeout(resolve, 5));
}
