/** Sending from the outbox by SMTP: once, by one server, with retries, and never to two recipients. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { eventually } from "../../tests/support/eventually.ts";
import { type SmtpServer, startSmtp } from "../../tests/support/smtp.ts";
import type { Db } from "../db/open.ts";
import { openMigrated } from "../db/testing/migrated.ts";
import { createClock, type VirtualClock } from "../platform/clock.ts";
import { createLog, silentLog } from "../platform/log.ts";
import type { Count } from "../platform/telemetry/counters.ts";
import { type Email, enqueueEmails, eraseEmails } from "./outbox.ts";
import { createSender, type EmailSender } from "./sender.ts";
import { createSmtpTransport } from "./smtp.ts";

const EMAIL = { kind: "enrolment", to: "ann@example.com", subject: "Hello", text: "A link", html: "<p>A link</p>" };

describe("email by SMTP", () => {
  let db: Db;
  let smtp: SmtpServer;
  let sender: EmailSender;
  let clock: VirtualClock;
  let atOnce = 1;
  let senders: EmailSender[] = [];
  const open = () => {
    // No connection is closed for being idle within a test.
    const transport = createSmtpTransport(`${smtp.url}/?from=hello%40trustcheck.example&socketTimeout=600000`);
    const opened = createSender({ db, clock, log: silentLog, transport, atOnce });
    senders.push(opened);
    return opened;
  };
  beforeEach(async () => {
    db = await openMigrated();
    smtp = startSmtp();
    clock = createClock(() => 1_800_000_000_000);
    sender = open();
  });
  afterEach(async () => {
    for (const opened of senders) await opened.close();
    senders = [];
    atOnce = 1;
    smtp.close();
    await db.destroy();
  });

  const write = (key: string, more: Partial<Email> = {}) =>
    enqueueEmails(db, [{ ...EMAIL, nowMs: clock.now(), key, ...more }]);
  const rows = () => db.selectFrom("mail_outbox").selectAll().orderBy("id").execute();

  it("is sent once, to its one recipient, as text and HTML, with one Message-ID for every attempt", async () => {
    await write("enrolment:1", { unsubscribeUrl: "https://app.example/api/end-mails/x" });
    sender.wake();
    await eventually(async () => (await rows())[0]?.sent_ms !== null);
    assertEquals([await sender.sendDue(), smtp.messages.length], [0, 1]);
    const [message = ""] = smtp.messages;
    for (
      const part of [
        /^From: hello@trustcheck\.example/m,
        /^To: ann@example\.com/m,
        /^List-Unsubscribe: <https:\/\/app\.example\/api\/end-mails\/x>/m,
        /text\/plain/,
        /text\/html/,
      ]
    ) assertMatch(message, part);
    const idOf = (text: string) => /^Message-ID:\s+<(\w{64}@trustcheck\.example)>/mi.exec(text)?.[1];
    // As if this server had died after the SMTP server took the email.
    await db.updateTable("mail_outbox").set({ sent_ms: null, next_ms: clock.now() }).execute();
    assertEquals(await sender.sendDue(), 1);
    assertEquals([idOf(message) === undefined, idOf(message)], [false, idOf(smtp.messages[1] ?? "")]);
    assertEquals(smtp.open, 1, "the connection waits for more");
    await sender.close();
    await eventually(() => smtp.open === 0);
  });

  it("goes to the address as it is stored, which no mail library reads as another", async () => {
    await write("1");
    const [email] = await rows();
    assert(email !== undefined);
    const transport = createSmtpTransport(smtp.url);
    await transport?.({ ...email, recipient: "(x)ann@example.com" });
    await transport?.close?.();
    assertEquals(/^To: (.*)$/m.exec(smtp.messages[0] ?? "")?.[1]?.trim(), `<"(x)ann"@example.com>`);
  });

  it("SECURITY: goes to no other machine without encryption, unless the setting says so", async () => {
    await write("1");
    const [email] = await rows();
    assert(email !== undefined);
    // Leads to this machine as well, but is no name of it.
    const elsewhere = smtp.url.replace("127.0.0.1", "0.0.0.0");
    const open = createSmtpTransport(elsewhere);
    Object.assign(smtp, { refuses: true, refused: "STARTTLS" });
    await assertRejects(async () => await open?.(email), Error, "STARTTLS");
    smtp.refuses = false;
    await open?.close?.();
    assertEquals(smtp.messages, []);
    const allowed = createSmtpTransport(`${elsewhere}/?requireTLS=false`);
    await allowed?.(email);
    await allowed?.close?.();
    assertEquals(smtp.messages.length, 1);
  });

  it("one key is one email, and an email without a reader is not sent", async () => {
    assertEquals([await write("a"), await write("a", { subject: "Again" }), await write("b", { to: "" })], [1, 0, 0]);
    assertEquals(await sender.sendDue(), 1);
    assertEquals(smtp.messages.length, 1);
    assertEquals(await write("a"), 0);
  });

  it("is lost with its transaction, and sent only after the commit", async () => {
    await db.transaction().execute(async (trx) => {
      await enqueueEmails(trx, [{ ...EMAIL, nowMs: clock.now(), key: "undone" }]);
      throw new Error("the work failed");
    }).catch(() => undefined);
    assertEquals([await sender.sendDue(), await rows()], [0, []]);
  });

  it("SECURITY X6: is sent by one server only, however long earlier emails took", async () => {
    const nowMs = clock.now();
    for (const [at, subject] of ["first", "second"].entries()) {
      await write(subject, { subject, nowMs: nowMs - 10 + at });
    }
    const steps = new Map(["first", "second"].map((name) => [name, Promise.withResolvers<void>()]));
    smtp.hold = (message) => steps.get(/^Subject: (\w+)/m.exec(message)?.[1] ?? "")?.promise ?? Promise.resolve();
    const heard = (name: string) => smtp.messages.filter((message) => message.includes(`Subject: ${name}`)).length;
    sender.wake();
    await eventually(() => heard("first") === 1);
    clock.advance(61_000);
    steps.get("first")?.resolve();
    await eventually(() => heard("second") === 1);
    await write("third", { subject: "third" });
    open().wake();
    await eventually(() => heard("third") === 1);
    steps.get("second")?.resolve();
    await eventually(async () => (await rows()).every(({ sent_ms }) => sent_ms !== null));
    assertEquals([heard("first"), heard("second"), heard("third")], [1, 1, 1]);
  });

  it("R27: a slow receiver delays no other email, and all of them share a few connections", async () => {
    atOnce = 2;
    sender = open();
    const slow = Promise.withResolvers<void>();
    smtp.hold = (message) => message.includes("Subject: slow") ? slow.promise : Promise.resolve();
    const nowMs = clock.now();
    for (const [at, subject] of ["slow", "first", "second", "third"].entries()) {
      await write(subject, { subject, nowMs: nowMs - 10 + at });
    }
    sender.wake();
    await eventually(async () => (await rows()).filter(({ sent_ms }) => sent_ms !== null).length === 3);
    slow.resolve();
    await eventually(async () => (await rows()).every(({ sent_ms }) => sent_ms !== null));
    assertEquals([smtp.messages.length, smtp.connections], [4, 2]);
  });

  it("begins no email once it is closed, and waits for the one in progress", async () => {
    const held = Promise.withResolvers<void>();
    smtp.hold = () => held.promise;
    await write("a", { nowMs: clock.now() - 1 });
    await write("b");
    sender.wake();
    await eventually(() => smtp.messages.length === 1);
    let isClosed = false;
    const closing = sender.close().then(() => isClosed = true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assertEquals(isClosed, false);
    held.resolve();
    await closing;
    assertEquals((await rows()).map(({ sent_ms }) => sent_ms !== null), [true, false]);
  });

  it("two servers that send at the same time send each email once", async () => {
    for (let at = 0; at < 30; at++) await write(`email:${at}`, { subject: `Number ${at}` });
    const counts = await Promise.all([open().sendDue(), open().sendDue()]);
    assertEquals([counts.reduce((sum, count) => sum + count), smtp.messages.length], [30, 30]);
    assertEquals(new Set(smtp.messages.map((message) => /^Subject: (.*)$/m.exec(message)?.[1])).size, 30);
  });

  it("that is refused waits 1, 2, 4 ... minutes, is given up after three days, and delays no other", async () => {
    smtp.refuses = true;
    await write("a");
    const attempts: number[] = [];
    for (let minute = 0; minute <= 7; minute++) {
      await sender.sendDue();
      attempts.push((await rows())[0]?.attempts ?? 0);
      clock.advance(60_000);
    }
    assertEquals(attempts, [1, 2, 2, 3, 3, 3, 3, 4]);
    assertMatch((await rows())[0]?.error ?? "", /550/);
    smtp.refuses = false;
    await write("b");
    assertEquals(await sender.sendDue(), 1);
    smtp.refuses = true;
    await write("c");
    for (let day = 0; day < 4; day++) {
      await sender.sendDue();
      clock.advance(86_400_000);
    }
    smtp.refuses = false;
    assertEquals([await sender.sendDue(), (await rows()).map(({ sent_ms }) => sent_ms === null)], [0, [
      true,
      false,
      true,
    ]]);
  });

  it("that is refused waits an hour at most, and is given up with the first refusal after three days", async () => {
    smtp.refuses = true;
    await write("a");
    const dayMs = 86_400_000;
    const createdMs = clock.now();
    /** How long it waits after an attempt at this time. */
    const waitAt = async (ms: number) => {
      clock.advance(createdMs + ms - clock.now());
      await sender.sendDue();
      return ((await rows())[0]?.next_ms ?? 0) - clock.now();
    };
    const waits: number[] = [];
    for (let hour = 0; hour < 8; hour++) waits.push(await waitAt(hour * 3_600_000));
    assertEquals(waits.map((ms) => ms / 60_000), [1, 2, 4, 8, 16, 32, 60, 60]);
    assertEquals(await waitAt(3 * dayMs - 1), 3_600_000);
    assert(await waitAt(3 * dayMs + 3_600_000 - 1) > 365 * dayMs);
  });

  it("that is refused is named in the log by its id and its domain, and so is the end of its tries", async () => {
    const lines: string[] = [];
    const log = createLog((line) => lines.push(line));
    const refused = Object.assign(new Error("550 No such mailbox: ann@example.com"), {
      responseCode: 550,
      command: "RCPT TO",
    });
    const behind = createSender({ db, clock, log, transport: () => Promise.reject(refused) });
    await write("enrolment:1");
    await behind.sendDue();
    clock.advance(3 * 86_400_000);
    await behind.sendDue();
    const named = { id: "enrolment:1", kind: "enrolment", domain: "example.com" };
    const problem = "550 No such mailbox: [email]";
    assertEquals(
      lines.map((line) => {
        const { time: _, ...said } = JSON.parse(line);
        return said;
      }),
      [
        { level: "warn", event: "email.unsent", ...named, problem },
        { level: "warn", event: "email.unsent", ...named, problem },
        { level: "error", event: "email.given-up", ...named },
      ],
    );
  });

  it("SECURITY R28: survives an outage of any length", async () => {
    let isDown = true;
    const taken: string[] = [];
    const transport = ({ id }: { readonly id: string }) => {
      if (isDown) return Promise.reject(new Error("connection refused"));
      taken.push(id);
      return Promise.resolve();
    };
    const behind = createSender({ db, clock, log: silentLog, transport });
    await write("a");
    for (let day = 0; day < 12; day++) {
      await behind.sendDue();
      clock.advance(86_400_000);
    }
    isDown = false;
    assertEquals([await behind.sendDue(), taken], [1, ["a"]]);
  });

  for (const command of ["AUTH", "MAIL"]) {
    it(`SECURITY R28: survives a server that refuses ${command} for days, and counts it as unreachable`, async () => {
      Object.assign(smtp, { refuses: true, refused: command });
      const outcomes = new Set<unknown>();
      const transport = createSmtpTransport(smtp.url.replace("smtp://", "smtp://ann:wrong@"));
      const count: Count = (_, labels) => void outcomes.add(JSON.stringify(labels));
      const behind = createSender({ db, clock, log: silentLog, transport, count });
      senders.push(behind);
      await write("a");
      for (let day = 0; day < 5; day++) {
        await behind.sendDue();
        clock.advance(86_400_000);
      }
      assertMatch((await rows())[0]?.error ?? "", /550/);
      assertEquals([...outcomes], [`{"outcome":"unreachable"}`]);
      smtp.refuses = false;
      assertEquals([await behind.sendDue(), smtp.messages.length], [1, 1]);
    });
  }

  for (
    const [what, change] of [
      ["two recipients", { to: "a@b.co,c@d.ef" }],
      ["a header line in the address", { to: "a@b.co\r\nBcc: x@y.zz" }],
      ["a display name", { to: "Ann <a@b.co>" }],
      ["a comment in the address", { to: "(x)a@b.co" }],
      ["a header line in the subject", { subject: "Hi\r\nBcc: x@y.zz" }],
      ["a header line in the unsubscribe address", { unsubscribeUrl: "https://a.example/\r\nBcc: x@y.zz" }],
    ] as const
  ) {
    it(`with ${what} is never sent, and fails no transaction`, async () => {
      await write("bad", change);
      await write("good");
      assertEquals(await sender.sendDue(), 1);
      assertEquals(smtp.messages.length, 1);
      const [bad] = await rows();
      assertEquals([bad?.sent_ms, bad?.error === ""], [null, false]);
    });
  }

  it("of an erased reader loses its content: at once if it has been sent, and otherwise once it is", async () => {
    await write("left", { subscriptionId: "sub_1" });
    await write("others", { to: "bob@example.com" });
    await sender.sendDue();
    smtp.refuses = true;
    await write("waiting", { subscriptionId: "sub_1", to: "Ann@work.example" });
    await write("to the address");
    const erase = { subscriptionIds: ["sub_1"], to: "ANN@example.com", waitsForSender: sender.hasTransport };
    await db.transaction().execute((trx) => eraseEmails(trx, erase));
    const texts = async () => (await rows()).map(({ id, recipient, text }) => [id, recipient, text]);
    const kept = [["others", "bob@example.com", "A link"]];
    assertEquals(await texts(), [
      ["left", "", ""],
      ...kept,
      ["to the address", "ann@example.com", "A link"],
      ["waiting", "Ann@work.example", "A link"],
    ]);
    smtp.refuses = false;
    assertEquals(await sender.sendDue(), 2);
    assertEquals(await texts(), [["left", "", ""], ...kept, ["to the address", "", ""], ["waiting", "", ""]]);
  });

  it("of an erased reader loses its content also when it is given up, before the erasure or after it", async () => {
    smtp.refuses = true;
    await write("before", { subscriptionId: "sub_1" });
    await sender.sendDue();
    clock.advance(3 * 86_400_000);
    await sender.sendDue();
    await write("after", { subscriptionId: "sub_1" });
    const erase = { subscriptionIds: ["sub_1"], to: "", waitsForSender: sender.hasTransport };
    await db.transaction().execute((trx) => eraseEmails(trx, erase));
    const texts = async () => (await rows()).map(({ id, recipient, text, error }) => [id, recipient, text, error]);
    assertEquals(await texts(), [["after", "ann@example.com", "A link", ""], ["before", "", "", ""]]);
    await sender.sendDue();
    assertEquals((await texts())[0]?.[1], "ann@example.com", "it is still tried");
    clock.advance(3 * 86_400_000);
    await sender.sendDue();
    assertEquals(await texts(), [["after", "", "", ""], ["before", "", "", ""]]);
  });

  it("without an SMTP server waits in the outbox, where an erased reader's content goes at once", async () => {
    const idle = createSender({ db, clock, log: silentLog, transport: createSmtpTransport("") });
    await write("a");
    await write("text", { to: "+16502530000" });
    assertEquals([await idle.sendDue(), idle.hasTransport], [0, false]);
    const erase = { subscriptionIds: [], to: "ann@example.com", waitsForSender: idle.hasTransport };
    await eraseEmails(db, erase);
    const left = (await rows()).map(({ id, recipient, sent_ms }) => [id, recipient, sent_ms !== null]);
    assertEquals(left, [["a", "", false], ["text", "+16502530000", true]]);
  });
});
