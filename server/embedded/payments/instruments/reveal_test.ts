import { after, before, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  faultOf,
  merchantToken,
  pay,
  send,
  type Session,
  start,
} from "../../../../tests/support/payments/payments_calls.ts";
import {
  FRAME,
  openPaymentsFixture,
  type PaymentsFixture,
} from "../../../../tests/support/payments/payments_fixture.ts";
import { sealCard } from "../../../../tests/support/payments/pay_by_card.ts";

const NUMBER = "4242424242424242";

describe("reveal", () => {
  let fixture: PaymentsFixture;
  let session: Session;
  let instrumentId: string;
  before(async () => {
    fixture = await openPaymentsFixture();
  });
  after(() => fixture.close());
  beforeEach(async () => {
    session = await start(fixture);
    instrumentId = String((await pay(fixture, session, NUMBER, { storeInstrument: true })).body.paymentInstrumentId);
  });

  const init = async (body: unknown, { key = crypto.randomUUID() as string, client = "shop" } = {}) => {
    const token = await merchantToken(fixture, client);
    const answer = await send(fixture, "/token/client/init", { token, key, body });
    const data = answer.status === 200 ? JSON.parse(atob(String(answer.body.data))) : {};
    return { ...answer, data, href: String(data.links?.display.href) };
  };

  it("names the card without its number, and shows it at an address on the frame origin", async () => {
    const { status, body, data, href } = await init({ type: "reveal", auditData: "agent 7", instrumentId });
    assertEquals([status, String(body.version), data.type], [200, "2.0", "reveal"]);
    assertEquals([data.instrument.data.bin, data.instrument.data.suffix], ["42424242", "4242"]);
    assert(!JSON.stringify(data).includes(NUMBER) && href.startsWith(`${FRAME}/display/`));
    const shown = await send(fixture, href);
    assertEquals(shown.status, 200);
    assertStringIncludes(shown.text, "4242 4242 4242 4242");
    assertStringIncludes(shown.headers.get("content-security-policy") ?? "", "frame-ancestors http://localhost:*");
    assertEquals([shown.headers.get("cache-control"), shown.headers.get("referrer-policy")], [
      "no-store",
      "no-referrer",
    ]);
    const alone = await send(fixture, `${href}?element=expiryMonth`);
    assert(!alone.text.includes("4242") && alone.text.includes('data-element="expiryMonth"'));
    assertEquals((await send(fixture, `${href}?element=securityCode`)).status, 404);
  });

  it("is no link: a browser shows it in a frame only, and another use is not counted as a view", async () => {
    const { href } = await init({ auditData: "frames", instrumentId });
    const as = async (use: string) => (await send(fixture, href, { headers: { "sec-fetch-dest": use } })).status;
    for (const use of ["document", "empty", "object", "image", "worker"]) assertEquals(await as(use), 404, use);
    const views = () =>
      fixture.db.selectFrom("pay_displays").select("views").where("audit", "=", '"frames"').executeTakeFirstOrThrow();
    assertEquals((await views()).views, 0);
    for (const use of ["iframe", "frame"]) assertEquals(await as(use), 200, use);
    // Safari 16.0 to 16.3 does not say what it requests a page for.
    assertEquals((await send(fixture, href)).status, 200);
    assertEquals((await views()).views, 3);
  });

  it("stores who asked and how often it was viewed, and never the address", async () => {
    const { href } = await init({ auditData: { agent: 7 }, instrumentId });
    await send(fixture, href);
    const [row] = await fixture.db.selectFrom("pay_displays").selectAll().where("audit", "like", "{%").execute();
    assertEquals([row?.audit, row?.views], ['{"agent":7}', 1]);
    assert(!JSON.stringify(row).includes(href.split("/").at(-1) ?? "none"));
  });

  it("deletes the record of who asked after a year", async () => {
    await init({ auditData: "old", instrumentId });
    const asked = () => fixture.db.selectFrom("pay_displays").select("audit").where("audit", "=", '"old"').execute();
    fixture.clock.nowMs += 365 * 86_400_000;
    await fixture.work();
    assertEquals((await asked()).length, 1);
    fixture.clock.nowMs += 3_600_000;
    await fixture.work();
    assertEquals(await asked(), []);
  });

  it("shows the columns of a record, to its merchant only (SECURITY M6)", async () => {
    const publicKey = session.config.vaultConfiguration.encryptionPublicKey;
    const sealed = { cardNumber: NUMBER, records: [{ table: "people", fields: { city: "<Ulm>" } }] };
    const saved = await send(fixture, "/client/instruments", {
      token: session.token,
      key: "save",
      body: { holderReference: "holder-1", data: { encryptedData: await sealCard({ publicKey }, sealed) } },
    });
    const [record] = Array.isArray(saved.body.records) ? saved.body.records : [];
    const { data, href } = await init({ recordId: String(record?.id) });
    assertEquals((await init({ recordId: String(record?.id) }, { client: "other" })).status, 404);
    assertEquals(data.record, { id: record?.id, table: "people", columns: ["city"] });
    assertStringIncludes((await send(fixture, href)).text, "&lt;Ulm&gt;");
  });

  it("ends after five minutes, after twenty views, and when the card is deleted", async () => {
    const late = await init({ instrumentId });
    fixture.clock.nowMs += 5 * 60_000 - 1;
    assertEquals((await send(fixture, late.href)).status, 200);
    fixture.clock.nowMs += 1;
    assertEquals((await send(fixture, late.href)).status, 404);
    const worn = await init({ instrumentId });
    for (let look = 0; look < 20; look++) assertEquals((await send(fixture, worn.href)).status, 200);
    assertEquals((await send(fixture, worn.href)).status, 404);
    const deleted = await init({ instrumentId });
    const { token } = await start(fixture);
    await send(fixture, `/client/instruments/${instrumentId}`, { method: "DELETE", token, key: "gone" });
    assertEquals((await send(fixture, deleted.href)).status, 404);
  });

  it("gives the same address for the same key, and refuses another card under it", async () => {
    const first = await init({ instrumentId }, { key: "one" });
    assertEquals((await init({ instrumentId }, { key: "one" })).href, first.href);
    const other = String(
      (await pay(fixture, await start(fixture), "5555555555554444", { storeInstrument: true })).body
        .paymentInstrumentId,
    );
    const reused = await init({ instrumentId: other }, { key: "one" });
    assertEquals([reused.status, faultOf(reused.body)], [422, "key-reused"]);
  });

  for (
    const [what, body, status, client] of [
      ["neither id", {}, 400, "shop"],
      ["both ids", { instrumentId: "a", recordId: "b" }, 400, "shop"],
      ["another type", { type: "dropIn", instrumentId: "a" }, 400, "shop"],
      ["an unknown card", { instrumentId: crypto.randomUUID() }, 404, "shop"],
      ["an unknown record", { recordId: crypto.randomUUID() }, 404, "shop"],
      ["another merchant's card (SECURITY M6)", undefined, 404, "other"],
    ] as const
  ) {
    it(`answers ${status} to ${what}`, async () => {
      assertEquals((await init(body ?? { instrumentId }, { client })).status, status);
    });
  }

  it("answers nothing without a merchant's token, and nothing at a guessed address", async () => {
    assertEquals((await send(fixture, "/token/client/init", { key: "k", body: { instrumentId } })).status, 401);
    const { token } = session;
    assertEquals((await send(fixture, "/token/client/init", { token, key: "k", body: { instrumentId } })).status, 401);
    assertEquals((await send(fixture, `${FRAME}/display/${"0".repeat(64)}`)).status, 404);
  });
});
