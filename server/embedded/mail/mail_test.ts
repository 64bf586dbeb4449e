/** The mailbox page: every email of the outbox, found by its recipient, and nothing in it executed. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import type { Db } from "../../db/open.ts";
import { openMigrated } from "../../db/testing/migrated.ts";
import { silentLog } from "../../platform/log.ts";
import type { Upstream } from "../../platform/http/upstream.ts";
import { type Email, enqueueEmails } from "../../outbox/outbox.ts";
import { createMail } from "./mail.ts";

const LETTER = {
  kind: "enrolment",
  to: "ann@example.com",
  subject: "Hello",
  text: "See https://app.example/x?a=1&b=2 now",
  html: "<p>Hi</p>",
};

describe("mail", () => {
  let db: Db;
  let mail: Upstream;
  beforeEach(async () => {
    db = await openMigrated();
    mail = createMail({ db, log: silentLog });
  });
  afterEach(() => db.destroy());

  let written = 0;
  const post = (change: Partial<Email> = {}) =>
    enqueueEmails(db, [{ ...LETTER, key: `enrolment:${written++}`, nowMs: 1_800_000_000_000, ...change }]);
  const get = async (path: string) => await (await mail(new Request(`http://mail${path}`))).text();

  it("keeps every message and finds it by recipient", async () => {
    await post();
    await post({ to: "bob@example.com" });
    const found = JSON.parse(await get("/messages.json?to=ann@example.com"));
    assertEquals(found.length, 1);
    const typed = async (query: string) => /name="to" type="email" value="([^"]*)"/.exec(await get(`/${query}`))?.[1];
    assertEquals([await typed("?to=ann@example.com"), await typed("")], ["ann@example.com", ""]);
    const { id, at, ...rest } = found[0];
    assertEquals(rest, { ...LETTER, unsubscribeUrl: "" });
    assertMatch(await get(`/messages/${encodeURIComponent(id)}`), /<p>Hi<\/p>/);
    assertEquals(at, new Date(1_800_000_000_000).toISOString());
  });

  it("shows emails as text with usable links, without script, inline style or the email's markup", async () => {
    await post({ subject: "<script>alert(1)</script>", text: `"><img src=x> ${LETTER.text}` });
    const page = await get("/");
    assert(page.includes('<a href="https://app.example/x?a=1&amp;b=2">'));
    assertNotMatch(page, /<script|<img|style=|onerror=/i);
    assertMatch(page, /<link rel="stylesheet" href="\/dev\/mailbox\/style\.css">/);
    assertMatch(await get("/style.css"), /body/);
  });

  it("says so when there are no emails", async () => assertMatch(await get("/"), /No emails sent yet/));
});
