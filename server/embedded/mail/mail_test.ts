/** The outbox and the mailbox page: one recipient per email, nothing lost, nothing executed. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertNotMatch } from "@std/assert";
import { createClock } from "../../platform/clock.ts";
import { type Db, openDatabase } from "../../db/open.ts";
import { silentLog } from "../../platform/log.ts";
import type { Upstream } from "../../platform/http/upstream.ts";
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
    db = await openDatabase({ kind: "sqlite", path: ":memory:" });
    mail = createMail({ db, clock: createClock(() => 1_800_000_000_000), log: silentLog, settings: { smtpUrl: "" } });
  });
  afterEach(() => db.destroy());

  const post = (body: unknown) =>
    mail(
      new Request("http://mail/messages", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
  const get = async (path: string) => await (await mail(new Request(`http://mail${path}`))).text();

  it("keeps every message and finds it by recipient", async () => {
    assertEquals((await post(LETTER)).status, 200);
    assertEquals((await post({ ...LETTER, to: "bob@example.com" })).status, 200);
    const found = JSON.parse(await get("/messages.json?to=ann@example.com"));
    assertEquals(found.length, 1);
    const { id, at, ...rest } = found[0];
    assertEquals(rest, { ...LETTER, unsubscribeUrl: "" });
    assertMatch(id, /^[\w-]+$/);
    assertEquals(at, new Date(1_800_000_000_000).toISOString());
  });

  it("erases emails by id and by address, and no others", async () => {
    const forget = async (body: unknown) => {
      const headers = { "content-type": "application/json" };
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      return (await mail(new Request("http://mail/forget", init))).status;
    };
    for (const [id, to] of [["a", "ann@example.com"], ["b", "ann@work.example"], ["c", "bob@example.com"]]) {
      await post({ ...LETTER, id, to });
    }
    assertEquals(await forget({ ids: ["b", "not-there"], to: "Ann@Example.com" }), 200);
    const rows = await db.selectFrom("mail_outbox").select(["id", "recipient", "subject", "text", "html"]).orderBy("id")
      .execute();
    const gone = { recipient: "", subject: "", text: "", html: "" };
    const { kind: _, to: __, ...words } = LETTER;
    assertEquals(rows, [{ id: "a", ...gone }, { id: "b", ...gone }, {
      id: "c",
      recipient: "bob@example.com",
      ...words,
    }]);
    assertEquals(await forget({ ids: [], to: "" }), 200);
    assertEquals(await forget({ ids: "all" }), 400);
  });

  it("stores an email that arrives twice once", async () => {
    await post({ ...LETTER, id: "letter_1" });
    await post({ ...LETTER, id: "letter_1" });
    assertEquals(JSON.parse(await get("/messages.json")).length, 1);
  });

  for (
    const [what, change] of [
      ["two recipients", { to: "a@b.co,c@d.ef" }],
      ["a header line in the address", { to: "a@b.co\r\nBcc: x@y.zz" }],
      ["a display name", { to: "Ann <a@b.co>" }],
      ["a header line in the subject", { subject: "Hi\r\nBcc: x@y.zz" }],
      ["an unknown field", { bcc: "x@y.zz" }],
      ["a huge text", { text: "x".repeat(20_001) }],
    ] as const
  ) {
    it(`refuses ${what}`, async () => {
      assertEquals((await post({ ...LETTER, ...change })).status, 400);
      assertEquals(JSON.parse(await get("/messages.json")), []);
    });
  }

  it("shows emails as text with usable links, without script, inline style or the email's markup", async () => {
    await post({ ...LETTER, subject: "<script>alert(1)</script>", text: `"><img src=x> ${LETTER.text}` });
    const page = await get("/");
    assert(page.includes('<a href="https://app.example/x?a=1&amp;b=2">'));
    assertNotMatch(page, /<script|<img|style=|onerror=/i);
    assertMatch(page, /<link rel="stylesheet" href="\/dev\/mailbox\/style\.css">/);
    assertMatch(await get("/style.css"), /body/);
  });

  it("says so when there are no emails", async () => assertMatch(await get("/"), /No mail has been sent yet/));
});
