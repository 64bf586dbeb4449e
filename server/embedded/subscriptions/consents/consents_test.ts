/** Consents: stored with what was shown, refused when the figures are not today's. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { findConsent, useConsent } from "./consents.ts";
import { networkOf } from "../context/requester.ts";
import { PLAN_CONSENT_VERSION } from "../../../wire/billing/consent_texts.ts";
import type { Agreements } from "../../../wire/billing/subscriptions.ts";
import {
  addOn,
  ANN,
  BOB,
  buy,
  consentBody,
  openSubscriptionsFixture,
  type SubscriptionsFixture,
} from "../testing/fixture.ts";

const ann = { checkout: ANN, ip: "203.0.113.77" };
const WEEKLY = "tck_weekly_3dtrial";

describe("consents", () => {
  let h: SubscriptionsFixture;
  beforeEach(async () => {
    h = await openSubscriptionsFixture();
    await h.call("GET", `/init/session?plan_id=${WEEKLY}`, ann);
  });
  afterEach(() => h.close());

  it("are stored with text, hash, version, locale, network and time", async () => {
    const answer = await h.call("POST", "/consents", ann, consentBody(h, WEEKLY, { email: "ann@example.com" }));
    assertEquals(answer.status, 200);
    const [row] = await h.db.selectFrom("subs_consents").selectAll().execute();
    assertEquals(row?.id, answer.body.consent_id);
    assertEquals([row?.text, row?.text_version, row?.locale, row?.email], [
      "I agree to pay $1.00 now for a 3-day trial, then $19.99 every 7 days from Feb 3, 2027 until I cancel.",
      PLAN_CONSENT_VERSION,
      "en-US",
      "ann@example.com",
    ]);
    assertMatch(row?.text_sha256 ?? "", /^[0-9a-f]{64}$/);
    assertEquals(row?.ip_network, "203.0.113.0/24");
    assertEquals(row?.created_ms, h.clock.now());
  });

  it("SECURITY X10: stores the version a link names next to the version that was shown", async () => {
    const reported = consentBody(h, WEEKLY, { link_text_version: "2026-t" });
    await h.call("POST", "/consents", ann, reported);
    const [row] = await h.db.selectFrom("subs_consents").selectAll().execute();
    assertEquals([row?.text_version, row?.link_text_version], [PLAN_CONSENT_VERSION, "2026-t"]);
    await h.db.updateTable("subs_consents").set({ user_id: "ann" }).execute();
    const { agreements } = (await h.call("POST", "/consents-of-member", { token: "ann" })).body as Agreements;
    assertEquals(agreements.map((one) => [one.text_version, one.link_text_version]), [[
      PLAN_CONSENT_VERSION,
      "2026-t",
    ]]);
  });

  it("SECURITY X10: are refused with a text, version or language that this server does not show, and not stored", async () => {
    const { text } = consentBody(h, WEEKLY);
    const others = [
      { text: "I agree to nothing." },
      { text: text.replace("until I cancel", "for one year") },
      { text: text.replace("$19.99", "$1.99") },
      { text: text.replace("$19.99 every", "$19.99 once every") },
      { text: text.replace("Feb 3, 2027", "Feb 13, 2027") },
      { text: `${text} You may call me.` },
      { text: ` You may call me. ${text}` },
      { text: text.slice(0, 40) },
      { text_version: "2026-11-3" },
      { text_version: "operator" },
      { text, locale: "de" },
      { locale: "fr" },
      { locale: "" },
    ];
    for (const other of others) {
      const answer = await h.call("POST", "/consents", ann, { ...consentBody(h, WEEKLY), ...other });
      assertEquals([answer.status, answer.body.code, answer.body.shown], [409, "text_differs", undefined], other.text);
    }
    assertEquals(await h.db.selectFrom("subs_consents").select("id").execute(), []);
  });

  it("SECURITY X10: keep the server's own text, in the language and with the figures of the page", async () => {
    const nbsp = "\u00a0";
    for (
      const [locale, sent, stored] of [
        [
          "de-AT",
          "Ich stimme zu, jetzt 1,00 $ für 3 Probetage zu zahlen und ab dem 3. Februar 2027 alle 7 Tage $ 19,99, bis ich kündige.",
          `Ich stimme zu, jetzt $${nbsp}1,00 für 3 Probetage zu zahlen und ab dem 3. Februar 2027 alle 7 Tage $${nbsp}19,99, bis ich kündige.`,
        ],
        [
          "es",
          "Acepto pagar 1,00 US$ ahora por 3 días de prueba y, a partir del 3 de febrero de 2027, 19,99 US$ cada 7 días hasta que cancele.",
          `Acepto pagar 1,00${nbsp}US$ ahora por 3 días de prueba y, a partir del 3 de febrero de 2027, 19,99${nbsp}US$ cada 7 días hasta que cancele.`,
        ],
        [
          "en-GB",
          "I agree to pay $1.00 now for a 3-day trial, then $19.99 every 7 days from 3 Feb 2027 until I cancel.",
          "I agree to pay US$1.00 now for a 3-day trial, then US$19.99 every 7 days from 3 Feb 2027 until I cancel.",
        ],
      ] as const
    ) {
      const answer = await h.call("POST", "/consents", ann, consentBody(h, WEEKLY, { text: sent, locale }));
      assertEquals(answer.status, 200, locale);
      const row = await h.db.selectFrom("subs_consents").selectAll().where("id", "=", String(answer.body.consent_id))
        .executeTakeFirstOrThrow();
      assertEquals([row.text, row.locale], [stored, locale]);
    }
  });

  it("SECURITY X10: of an add-on keep its button and the email of the purchase, whatever the browser sends", async () => {
    const id = await buy(h, WEEKLY, ann);
    const guide = consentBody(h, "tck_guide_otp", { subscription_id: id, email: "eve@example.com" });
    assertEquals((await h.call("POST", "/consents", ann, { ...guide, text: "Add for $1.00" })).status, 409);
    const { consent_id } = (await h.call("POST", "/consents", ann, guide)).body;
    const row = await h.db.selectFrom("subs_consents").selectAll().where("id", "=", String(consent_id))
      .executeTakeFirstOrThrow();
    assertEquals([row.text, row.email], [
      "Guide: how phone scams work and how to get out of one. Add for $19.99",
      "Ann@Example.com",
    ]);
  });

  for (
    const [what, change] of [
      ["today's sum", { today_cents: 99 }],
      ["the next sum", { next_cents: 999 }],
      ["the date", { next_at: "2027-02-04" }],
      ["the rhythm", { every: "1m" }],
      ["a price said to be once", { next_cents: null, next_at: null, every: null }],
    ] as const
  ) {
    it(`with ${what} wrong get 409 with the correct figures and are not stored`, async () => {
      const body = consentBody(h, WEEKLY);
      const answer = await h.call("POST", "/consents", ann, { ...body, shown: { ...body.shown, ...change } });
      assertEquals(answer.status, 409);
      assertEquals(answer.body.shown, { today_cents: 100, next_cents: 1999, next_at: "2027-02-03", every: "7d" });
      assertEquals(await h.db.selectFrom("subs_consents").select("id").execute(), []);
    });
  }

  it("are shown to their member as they were given, and to no other member", async () => {
    const id = await buy(h, WEEKLY, ann);
    await addOn(h, id, "tck_guide_otp");
    await addOn(h, await buy(h, "tck_3month_plan", { checkout: BOB }), "tck_guide_otp", { checkout: BOB });
    const claim = { subscription_id: id, email: "", firebase_id: "ann", apple_token: "", attribution: {} };
    await h.call("POST", "/subs/finalize", { ...ann, token: "ann" }, claim);
    const { agreements } = (await h.call("POST", "/consents-of-member", { token: "ann" })).body as Agreements;
    assertEquals(agreements.map(({ plan_id }) => plan_id).sort(), ["tck_guide_otp", WEEKLY]);
    assertEquals(agreements.find(({ plan_id }) => plan_id === WEEKLY)?.shown.today_cents, 100);
    assertEquals((await h.call("POST", "/consents-of-member", { token: "eve" })).body, { agreements: [] });
    assertEquals((await h.call("POST", "/consents-of-member", ann)).status, 401);
  });

  it("SECURITY X10: prove the one purchase that they were given for, and no other", async () => {
    const beforeMs = h.clock.now();
    assertEquals((await h.call("POST", "/consents", ann, consentBody(h, WEEKLY))).status, 200);
    const own = { execution_id: "one", checkout_hash: ANN, plan_id: WEEKLY, created_ms: beforeMs };
    const idOf = async (checkout: Partial<typeof own>) => (await findConsent(h.db, { ...own, ...checkout }))?.text;
    assertMatch(await idOf({}) ?? "", /^I agree to pay \$1\.00 now/);
    const others = [{ plan_id: "tck_3month_plan" }, { checkout_hash: BOB }, { created_ms: beforeMs + 1 }];
    for (const other of others) assertEquals(await idOf(other), undefined, JSON.stringify(other));
    const use = (execution_id: string) =>
      h.db.transaction().execute(async (trx) => (await useConsent(trx, { ...own, execution_id }))?.used_by);
    assertEquals([await use("one"), await use("one"), await use("two")], ["one", "one", undefined]);
    assertEquals([typeof await idOf({}), await idOf({ execution_id: "two" })], ["string", undefined]);
  });

  it("SECURITY X10: of a purchase that is over is refused, so that no evidence is made afterwards", async () => {
    await buy(h, WEEKLY, { checkout: BOB });
    assertEquals((await h.call("POST", "/consents", { checkout: BOB }, consentBody(h, WEEKLY))).status, 403);
  });

  it("SECURITY X10: of a requester without a checkout cookie is refused, also beside a checkout that names none", async () => {
    await h.db.updateTable("subs_checkouts").set({ checkout_hash: "" }).execute();
    for (const requester of [{}, { token: "eve" }]) {
      assertEquals((await h.call("POST", "/consents", requester, consentBody(h, WEEKLY))).status, 403);
    }
  });

  it("are refused from a browser without a checkout of that plan", async () => {
    assertEquals((await h.call("POST", "/consents", { checkout: BOB }, consentBody(h, WEEKLY))).status, 403);
    assertEquals((await h.call("POST", "/consents", {}, consentBody(h, WEEKLY))).status, 403);
    assertEquals((await h.call("POST", "/consents", ann, consentBody(h, "tck_3month_plan"))).status, 403);
    assertEquals((await h.call("POST", "/consents", ann, consentBody(h, "tck_guide_otp"))).status, 400);
  });
});

describe("the network part of an address", () => {
  for (
    const [ip, network] of [
      ["203.0.113.77", "203.0.113.0/24"],
      ["::ffff:203.0.113.77", "203.0.113.0/24"],
      ["2001:db8:1234:5678::1", "2001:db8:1234::/48"],
      ["2001:0db8::1", "2001:db8:0::/48"],
      ["::1", "0:0:0::/48"],
      ["", ""],
      ["not an address", ""],
    ] as const
  ) {
    it(`of ${ip || "nothing"} is ${network || "empty"}`, () => assertEquals(networkOf(ip), network));
  }
});
