/** Without a licensed registry the registry check is neither offered nor charged, and the Ultimate Pack says so. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { asSold, type Plan, PLANS, unlockIds } from "../../../wire/billing/plans.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import {
  addOn,
  ANN,
  buy,
  consentBody,
  createBody,
  openSubscriptionsFixture,
  type SubscriptionsFixture,
} from "../testing/fixture.ts";

const ann = { checkout: ANN };
const CHECKS: readonly Plan[] = PLANS.filter((plan: Plan) => plan.unlocks?.join() === "sex_offender");
const PACKS: readonly Plan[] = PLANS.filter((plan: Plan) => (plan.unlocks?.length ?? 0) > 1);
const none = { hasRegistry: false };

describe("the catalog without a licensed registry", () => {
  let h: SubscriptionsFixture;
  let id: string;
  beforeEach(async () => {
    h = await openSubscriptionsFixture(none);
    id = await buy(h);
    h.payments.operations.length = 0;
  });
  afterEach(() => h.close());

  it("leaves out the three registry checks and nothing else; with a registry it is complete", () => {
    assertEquals([CHECKS.length, PACKS.length], [3, 2]);
    assertEquals(
      PLANS.filter((plan: Plan) => asSold(plan, none) === undefined).map(({ id }) => id),
      CHECKS.map(({ id }) => id),
    );
    for (const plan of PLANS) assertEquals(asSold(plan, { hasRegistry: true }), plan);
    for (const plan of PACKS) {
      const sold = asSold(plan, none);
      assertEquals(sold?.unlocks, ["guide", "pdf_report"]);
      assertMatch(sold?.name_full ?? "", /without the registry check/);
    }
  });

  it("names a pack by what it delivers with any registry, a made-up one included", () => {
    assertEquals(PACKS.filter(({ name_full }) => /registry/i.test(name_full)), []);
  });

  for (const plan of CHECKS) {
    it(`${plan.id}: consent and create get 409, before anything is stored or charged`, async () => {
      const consent = await h.call("POST", "/consents", ann, consentBody(h, plan.id, { subscription_id: id }));
      assertEquals([consent.status, consent.body.shown], [409, undefined]);
      assertMatch(String(consent.body.error), /licensed source/);
      const body = createBody(plan.id, { subscription_id: id, consent_id: "consent_of_another_day" });
      const create = await h.call("POST", "/subs/create-no-user", ann, body);
      assertEquals([create.status, create.body.error], [409, consent.body.error]);
      assertEquals([h.payments.operations, (await h.db.selectFrom("subs_charges").select("id").execute()).length], [
        [],
        1,
      ]);
    });
  }

  it("the pack's receipt, its line among the charges and the cancellation page say that it comes without the check", async () => {
    const [pack] = PACKS;
    assertEquals((await addOn(h, id, pack?.id ?? "")).body.error, "");
    await eventually(() => h.mails.some(({ kind }) => kind === "receipt"));
    const receipt = h.mails.find(({ kind }) => kind === "receipt");
    const { charges } = (await h.call("POST", `/charges-of/${id}`, ann)).body as { charges: { name: string }[] };
    const { withdrawals } = (await h.call("POST", `/leaving/${id}`, ann)).body as { withdrawals: { name: string }[] };
    for (
      const text of [
        receipt?.subject ?? "",
        receipt?.text ?? "",
        ...[charges, withdrawals].map((rows) => named(rows)),
      ]
    ) {
      assertMatch(text, /Ultimate Pack: PDF reports and scam guide, without the registry check/);
    }
  });

  it("does not sell the pack to a member who has report and guide, since it would add nothing here", async () => {
    for (const group of ["pdf_report", "guide"] as const) await addOn(h, id, unlockIds(group)[2] ?? "");
    assertMatch(String((await addOn(h, id, PACKS[0]?.id ?? "")).body.error), /already own this/);
  });
});

function named(rows: readonly { readonly name: string }[]): string {
  return rows.map(({ name }) => name).join("; ");
}
