import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { cardBody, faultOf, send, type Session, start } from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { passesLuhn } from "../../../../sdk/card/luhn.ts";
import { DECLINE_RESULTS } from "../acquirer/decline_results.ts";
import { sealCard } from "../../../../tests/support/payments/pay_by_card.ts";

const GOOD = "4242424242424242";
const BAD = "4000000000000002";

/** A card of a range of its own. */
function numberAt(at: number): string {
  const body = `4${String(at).padStart(7, "3")}0000000`;
  return Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).find(passesLuhn) ?? body;
}

describe("SECURITY SU6, I7: velocity limits of one network", () => {
  let fixture: PaymentsFixture;
  beforeEach(async () => {
    fixture = await openPaymentsFixture();
  });
  afterEach(() => fixture.close());

  const payAs = async (session: Session, ip: string, card: string, storeInstrument = false) =>
    await send(fixture, `/client/executions/${session.id}/authorize`, {
      token: session.token,
      key: crypto.randomUUID(),
      body: await cardBody(session, card, { storeInstrument }),
      headers: { "x-client-ip": ip },
    });
  const payFrom = async (ip: string, card: string, storeInstrument = false) =>
    await payAs(await start(fixture), ip, card, storeInstrument);
  const saveFrom = async (ip: string) => {
    const session = await start(fixture);
    const publicKey = session.config.vaultConfiguration.encryptionPublicKey;
    const encryptedData = await sealCard({ publicKey }, { cardNumber: GOOD });
    return await send(fixture, "/client/instruments", {
      token: session.token,
      key: crypto.randomUUID(),
      body: { holderReference: "holder-1", storeInstrument: false, data: { encryptedData } },
      headers: { "x-client-ip": ip },
    });
  };

  it("refuses payments after ten declines in an hour, whatever their execution, and logs it", async () => {
    for (let count = 0; count < 10; count++) {
      assertEquals((await payFrom("203.0.113.7", BAD)).status, 200);
      fixture.clock.nowMs += 60_000;
    }
    const refused = await payFrom("203.0.113.7", GOOD);
    assertEquals([refused.status, faultOf(refused.body)], [429, "too-many-declines"]);
    assertEquals(refused.headers.get("retry-after"), String(50 * 60));
    assert(fixture.lines.some((line) => line.includes("fraud.network-restricted")));
    assert(!fixture.lines.some((line) => line.includes("203.0.113.7")));
    assertEquals((await payFrom("203.0.113.8", GOOD)).status, 200);
    fixture.clock.nowMs += 50 * 60_000;
    assertEquals((await payFrom("203.0.113.7", GOOD)).status, 200);
  });

  it("counts every decline but those that blame the provider, which say nothing about the card", async () => {
    const free: string[] = [];
    for (const [at, result] of DECLINE_RESULTS.entries()) {
      // Outside the window of the earlier declines, so that no restriction applies.
      fixture.clock.nowMs += 3_600_001;
      const amount = { value: (9001.01 + at / 100).toFixed(2), currency: "USD" };
      const before = await fixture.db.selectFrom("pay_velocity").select("id").execute();
      const { body } = await payAs(await start(fixture, { amount }), `203.0.113.${at}`, numberAt(at));
      assertEquals<unknown>(body.status?.[1]?.errors, [{ reason: { result } }]);
      const after = await fixture.db.selectFrom("pay_velocity").select("id").execute();
      if (after.length === before.length) free.push(result);
    }
    // An acquirer's code that fits no result (UnexpectedProviderResponse) may be the issuer's answer, so it counts.
    const blaming = ["ProviderConnectionError", "ProviderTimeout", "Timeout", "ProviderConfigError"];
    assertEquals(free.toSorted(), [...blaming, "InternalServerError", "ProviderUnknownError"].toSorted());
  });

  it("never counts approvals, nor calls from the machine itself", async () => {
    for (let count = 0; count < 12; count++) assertEquals((await payFrom("203.0.113.9", GOOD)).status, 200);
    for (const ip of ["127.0.0.1", "::1", "::ffff:127.0.0.1", ""]) {
      for (let count = 0; count < 11; count++) assertEquals((await payFrom(ip, BAD)).status, 200);
    }
  });

  it("accepts 20 saved cards in ten minutes from one network, counting an IPv6 network as one", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 22; count++) statuses.push((await saveFrom(`2001:db8:1:2::${count}`)).status);
    assertEquals(statuses.filter((status) => status === 429).length, 2);
    assertEquals((await saveFrom("2001:db8:1:2::99")).headers.get("retry-after"), "600");
    assertEquals((await saveFrom("2001:db8:1:3::1")).status, 200);
    fixture.clock.nowMs += 3_600_001;
    await fixture.work();
    assertEquals(await fixture.db.selectFrom("pay_velocity").selectAll().execute(), []);
  });

  it("counts a decline after the issuer page, and no cancellation", async () => {
    const payAsked = async (choice: string, ip: string) => {
      const session = await start(fixture);
      const { body } = await send(fixture, `/client/executions/${session.id}/authorize`, {
        token: session.token,
        key: crypto.randomUUID(),
        body: await cardBody(session, "4000008400001629"),
        headers: { "x-client-ip": ip },
      });
      const url = String(body.links?.["3ds"]);
      const [, code = ""] = /name="code"[^>]* value="(\d+)"/.exec((await send(fixture, url)).text) ?? [];
      const form = new URLSearchParams({ choice, code }).toString();
      return await send(fixture, url, { method: "POST", body: form, headers: { "x-client-ip": ip } });
    };
    for (let count = 0; count < 10; count++) await payAsked("cancel", "203.0.113.40");
    assertEquals((await payFrom("203.0.113.40", GOOD)).status, 200);
    for (let count = 0; count < 10; count++) await payAsked("approve", "203.0.113.41");
    assertEquals(faultOf((await payFrom("203.0.113.41", GOOD)).body), "too-many-declines");
  });
});
