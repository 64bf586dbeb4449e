/** Receipts as PDF: whose they are, what they say in each language, and none for what was not charged. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Charge } from "../../../wire/billing/subscriptions.ts";
import { PDFS_PER_WINDOW } from "../api/document_routes.ts";
import { readPdf } from "../testing/pdf_text.ts";
import { type MembersFixture, openMembersFixture, subscription } from "../testing/fixture.ts";

const PAID: Charge = {
  id: "charge_1",
  receipt: "TC-2026-000123",
  plan_id: "tck_weekly_3dtrial",
  name: "Weekly plan",
  kind: "renewal",
  cents: 1999,
  currency: "USD",
  state: "succeeded",
  at: "2026-11-25T10:00:00.000Z",
  error: "",
  withdrawal: null,
  refund: null,
};

describe("GET /report/receipt/{subscription}/{charge}/pdf", () => {
  let h: MembersFixture;
  beforeEach(async () => {
    h = await openMembersFixture({ publicOrigin: "https://check.example" });
    h.charges.set("sub-ada", [
      PAID,
      { ...PAID, id: "charge_2", receipt: "", state: "failed" },
      {
        ...PAID,
        id: "charge_3",
        receipt: "TC-2026-000124",
        kind: "addon",
        cents: 1249,
        state: "refunded",
        refund: { id: "TC-2026-000124-R", cents: 1249, at: "2026-11-27T10:00:00.000Z", is_sent: true },
      },
    ]);
  });
  afterEach(() => h.close());
  const pdf = (charge: string, { as = "ada", of = "sub-ada", language = "en" } = {}) =>
    h.call("GET", `/report/receipt/${of}/${charge}/pdf`, { as, headers: { "accept-language": language } });
  const textOf = async (charge: string, language = "en") => {
    const { bytes, status } = await pdf(charge, { language });
    assertEquals(status, 200);
    return (await readPdf(bytes)).text.replaceAll(/\s+/g, " ");
  };

  it("states number, product, amount, date, address and seller", async () => {
    const { headers } = await pdf("charge_1");
    assertEquals(headers.get("content-type"), "application/pdf");
    assertMatch(headers.get("content-disposition") ?? "", /TrustCheck TC-2026-000123\.pdf/);
    const text = await textOf("charge_1");
    const email = subscription("sub-ada").email;
    for (
      const part of ["Receipt TC-2026-000123", "$19.99", "Nov 25, 2026", "Plan renewal", email, "check.example"]
    ) {
      assert(text.includes(part), `${part} in ${text}`);
    }
    assertEquals(text.includes("Refund"), false);
  });

  it("adds the refund with its own number", async () => {
    const text = await textOf("charge_3");
    for (const part of ["One-time purchase", "$12.49", "Refund", "TC-2026-000124-R", "Nov 27, 2026"]) {
      assert(text.includes(part), `${part} in ${text}`);
    }
    assertMatch(text, /Refund\s.*Refunded\s.*\$12\.49.*Date\s.*Nov 27, 2026.*Receipt number\s.*TC-2026-000124-R/s);
  });

  it("claims no refund that is only owed, and tells what was sent of one that grew", async () => {
    const refund = { id: "TC-2026-000123-R", cents: 1200, at: "2026-11-27T10:00:00.000Z", is_sent: false };
    const texts: string[] = [];
    for (const sent_cents of [0, 500]) {
      h.charges.set("sub-ada", [{ ...PAID, refund: { ...refund, sent_cents } }]);
      texts.push(await textOf("charge_1"));
    }
    assertEquals(texts.map((text) => /Refunded|Nov 27/.test(text)), [false, true]);
    assertMatch(texts[0] ?? "", /Refund\s+Refund on its way\s+\$12\.00/);
    assertMatch(texts[1] ?? "", /Refunded\s+\$5\.00.*TC-2026-000123-R.*Refund on its way\s+\$7\.00/);
  });

  it("is in the member's language", async () => {
    assertMatch(await textOf("charge_1", "de"), /Quittung TC-2026-000123.*Gesamtbetrag.*19,99/);
    assertMatch(await textOf("charge_1", "es"), /Recibo TC-2026-000123.*Total pagado.*19,99/);
  });

  it("is not found for a declined charge, for no charge, and for another member; without a sign-in it is refused", async () => {
    assertEquals((await pdf("charge_2")).status, 404);
    assertEquals((await pdf("charge_9")).status, 404);
    assertEquals((await pdf("charge_1", { as: "eve" })).status, 404);
    assertEquals((await h.call("GET", "/report/receipt/sub-ada/charge_1/pdf")).status, 401);
  });

  it("are rendered sixty times within ten minutes for one member, and for a purchase without a member as often", async () => {
    h.rows.set("sub-none", subscription("sub-none", { user_id: "" }));
    h.charges.set("sub-none", [PAID]);
    const ask = (of: string, headers: Record<string, string> = {}) =>
      h.call("GET", `/report/receipt/${of}/charge_1/pdf`, { ...(of === "sub-ada" ? { as: "ada" } : {}), headers });
    const cookie = { "x-checkout": "cookie" };
    assertEquals([(await ask("sub-ada")).status, (await ask("sub-none", cookie)).status], [200, 200]);
    await h.db.updateTable("app_limits").set({ count: PDFS_PER_WINDOW }).execute();
    for (const refused of [await ask("sub-ada"), await ask("sub-none", cookie)]) {
      assertEquals([refused.status, JSON.parse(refused.text).code], [429, "requests_limit"]);
    }
    h.clock.advance(600_000);
    assertEquals([(await ask("sub-ada")).status, (await ask("sub-none", cookie)).status], [200, 200]);
  });
});
