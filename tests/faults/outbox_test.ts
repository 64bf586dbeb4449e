/** Servers that are killed while they write and send emails: each committed email arrives, and none that was not. */
import { it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { openDatabase } from "../../server/db/open.ts";
import { EMAILS_AT_ONCE } from "../../server/outbox/sender.ts";
import { startSmtp } from "../support/smtp.ts";

const KILLS = 4;
const WORKER = new URL("./support/email_worker.ts", import.meta.url).pathname;

it("SECURITY R28: kill -9 of two servers that write and send emails loses none, and doubles none that was noted", async () => {
  const folder = await Deno.makeTempDir({ prefix: "trustcheck-outbox-" });
  const path = `${folder}/app.db`;
  const smtp = startSmtp();
  const start = () =>
    new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", "--no-check", WORKER, path, smtp.url],
      stdout: "piped",
      stderr: "null",
    }).spawn();
  const untilWorking = async (worker: Deno.ChildProcess) => {
    const reader = worker.stdout.getReader();
    await reader.read();
    reader.releaseLock();
  };
  await (await openDatabase({ kind: "sqlite", path })).destroy();
  let killed = 0;
  for (let round = 0; round < KILLS; round++) {
    const workers = [start(), start()];
    await Promise.all(workers.map(untilWorking));
    await new Promise((resolve) => setTimeout(resolve, 200 + 150 * round));
    for (const worker of workers) {
      worker.kill("SIGKILL");
      killed += 1;
      await worker.stdout.cancel();
      await worker.status;
    }
  }
  const db = await openDatabase({ kind: "sqlite", path });
  // Claims of killed servers expire after a minute, which has passed here: the next server sends what they left.
  const last = start();
  const waiting = () =>
    db.selectFrom("mail_outbox").select((eb) => eb.fn.countAll<number>().as("count")).where("sent_ms", "is", null)
      .executeTakeFirstOrThrow();
  await db.updateTable("mail_outbox").set({ next_ms: 0 }).where("sent_ms", "is", null).execute();
  await untilWorking(last);
  await new Promise((resolve) => setTimeout(resolve, 500));
  last.kill("SIGKILL");
  await last.stdout.cancel();
  await last.status;
  const rest = Number((await waiting()).count);
  const events = (await db.selectFrom("app_limits").select("key").execute()).map(({ key }) => key).sort();
  const written = (await db.selectFrom("mail_outbox").select("id").execute()).map(({ id }) => id).sort();
  await db.destroy();
  smtp.close();
  const heard = smtp.messages.map((message) => /^Subject: (\S+)/m.exec(message)?.[1] ?? "");
  const distinct = new Set(heard);
  assert(written.length > 20, `${written.length} emails were written`);
  assertEquals(written, events, "an event without its email, or an email without its event");
  assert(written.length - distinct.size <= rest, `${written.length} written, ${distinct.size} arrived, ${rest} wait`);
  assert(heard.every((key) => written.includes(key)), "an email arrived that was never committed");
  // The SMTP server may have accepted what a killed server was sending before that server recorded it.
  const unnoted = (killed + 1) * EMAILS_AT_ONCE;
  assert(heard.length - distinct.size <= unnoted, `${heard.length - distinct.size} arrived twice`);
  await Deno.remove(folder, { recursive: true });
});
