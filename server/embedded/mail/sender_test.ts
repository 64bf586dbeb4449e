/** Sending by SMTP, against a minimal server: one message per email, refused ones again later. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { createClock, type VirtualClock } from "../../platform/clock.ts";
import { type Db, openDatabase } from "../../db/open.ts";
import { silentLog } from "../../platform/log.ts";
import type { Upstream } from "../../platform/http/upstream.ts";
import { createMail } from "./mail.ts";

interface SmtpServer {
  readonly url: string;
  readonly messages: string[];
  /** Refuses recipients while set. */
  refuses: boolean;
  /** Delays the response to a message. */
  hold: ((message: string) => Promise<void>) | undefined;
  close(): void;
}

function startSmtp(): SmtpServer {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const server = {
    url: `smtp://127.0.0.1:${listener.addr.port}`,
    messages: [] as string[],
    refuses: false,
    hold: undefined as SmtpServer["hold"],
    close: () => listener.close(),
  };
  (async () => {
    for await (const connection of listener) talk(connection, server).catch(() => {});
  })();
  return server;
}

async function talk(connection: Deno.Conn, server: SmtpServer): Promise<void> {
  const say = (line: string) => connection.write(new TextEncoder().encode(`${line}\r\n`));
  await say("220 test");
  let buffer = "";
  let isData = false;
  for await (const chunk of connection.readable.pipeThrough(new TextDecoderStream())) {
    buffer += chunk;
    const end = isData ? "\r\n.\r\n" : "\r\n";
    for (let at = buffer.indexOf(end); at >= 0; at = buffer.indexOf(end)) {
      const part = buffer.slice(0, at);
      buffer = buffer.slice(at + end.length);
      if (isData) {
        server.messages.push(part);
        isData = false;
        await server.hold?.(part);
        await say("250 taken");
        break;
      }
      isData = part === "DATA";
      if (part === "QUIT") return await say("221 bye").then(() => connection.close());
      await say(isData ? "354 go on" : part.startsWith("RCPT") && server.refuses ? "550 no" : "250 ok");
      if (isData) break;
    }
  }
}

const LETTER = { kind: "enrolment", to: "ann@example.com", subject: "Hello", text: "A link", html: "<p>A link</p>" };

describe("email by SMTP", () => {
  let db: Db;
  let smtp: SmtpServer;
  let mail: Upstream;
  let clock: VirtualClock;
  beforeEach(async () => {
    db = await openDatabase({ kind: "sqlite", path: ":memory:" });
    smtp = startSmtp();
    clock = createClock(() => 1_800_000_000_000);
    const settings = { smtpUrl: `${smtp.url}/?from=hello%40trustcheck.example` };
    mail = createMail({ db, clock, log: silentLog, settings });
  });
  afterEach(async () => {
    smtp.close();
    await db.destroy();
  });

  const post = async () => {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(LETTER) };
    assertEquals((await mail(new Request("http://mail/messages", init))).status, 200);
  };
  const until = async (check: () => Promise<boolean> | boolean) => {
    for (let tries = 0; tries < 300 && !await check(); tries++) await new Promise((resolve) => setTimeout(resolve, 10));
    assert(await check(), "it happened within three seconds");
  };
  const rows = () => db.selectFrom("mail_outbox").select(["sent_ms", "attempts", "error"]).execute();

  it("is sent once, to its one recipient, as text and HTML", async () => {
    await post();
    await until(async () => (await rows())[0]?.sent_ms !== null);
    assertEquals(smtp.messages.length, 1);
    for (const part of [/^From: hello@trustcheck\.example/m, /^To: ann@example\.com/m, /text\/plain/, /text\/html/]) {
      assertMatch(smtp.messages[0] ?? "", part);
    }
  });

  it("SECURITY X6: is sent by one server only, however long earlier emails took", async () => {
    const nowMs = clock.now();
    const row = {
      kind: "k",
      recipient: "ann@example.com",
      text: "A",
      html: "<p>A</p>",
      created_ms: nowMs,
      sent_ms: null,
    };
    const waiting = ["first", "second"].map((id, at) => ({
      ...row,
      id,
      subject: id,
      attempts: 0,
      next_ms: nowMs - 10 + at,
      error: "",
      unsubscribe_url: "",
    }));
    await db.insertInto("mail_outbox").values(waiting).execute();
    const steps = new Map(["first", "second"].map((name) => [name, Promise.withResolvers<void>()]));
    smtp.hold = (message) => steps.get(/^Subject: (\w+)/m.exec(message)?.[1] ?? "")?.promise ?? Promise.resolve();
    const heard = (name: string) => smtp.messages.filter((message) => message.includes(`Subject: ${name}`)).length;
    await post();
    await until(() => heard("first") === 1);
    clock.advance(61_000);
    steps.get("first")?.resolve();
    await until(() => heard("second") === 1);
    const settings = { smtpUrl: smtp.url };
    const other = createMail({ db, clock, log: silentLog, settings });
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(LETTER) };
    await other(new Request("http://mail/messages", init));
    await until(() => heard("Hello") === 2);
    steps.get("second")?.resolve();
    await until(async () => (await rows()).every(({ sent_ms }) => sent_ms !== null));
    assertEquals([heard("first"), heard("second"), heard("Hello")], [1, 1, 2]);
  });

  it("that is refused stays in the outbox and is sent with the next one", async () => {
    smtp.refuses = true;
    await post();
    await until(async () => (await rows())[0]?.error !== "");
    assertEquals((await rows())[0]?.sent_ms, null);
    smtp.refuses = false;
    clock.advance(60_000);
    await post();
    await until(() => smtp.messages.length === 2);
    await until(async () => (await rows()).every(({ sent_ms }) => sent_ms !== null));
  });
});
