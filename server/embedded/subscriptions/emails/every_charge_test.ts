/**
 * The emails of a plan's life besides those of its charges: one for each event, with the amount and how to cancel
 * (TRUST T3).
 */
import { it } from "@std/testing/bdd";
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import {
  addOn,
  ANN,
  consentBody,
  createBody,
  executionIn,
  openSubscriptionsFixture,
  runDueWork,
} from "../testing/fixture.ts";

const PLAN = "tck_weekly_3dtrial";
const ann = { checkout: ANN };
/** Emails that report a charge. */
const REPORTS = ["enrolment", "receipt", "renewed"];

it("TRUST T3: each charge has one receipt, each declined and each refunded one a message, and all of them a link that cancels", async () => {
  const h = await openSubscriptionsFixture();
  try {
    const executionId = executionIn(await h.call("GET", `/init/session?plan_id=${PLAN}`, ann));
    await h.call("POST", "/consents", ann, consentBody(h, PLAN));
    h.payments.shopperPays(executionId);
    const instrument = { executionId, paymentInstrumentId: `pi_${executionId}` };
    const { body } = await h.call("POST", "/subs/create-no-user", ann, createBody(PLAN, { instrument }));
    const id = String(body.subscription_id);
    const work = async (days: number) => {
      h.clock.advance(days * DAY_MS);
      await runDueWork(h.ports);
    };
    assertEquals((await addOn(h, id, "tck_guide_otp")).body.error, "");
    await work(3);
    await work(7);
    h.payments.declineStored = true;
    await work(7);
    h.payments.declineStored = false;
    await work(3);
    await eventually(() => h.mails.filter(({ kind }) => kind === "renewed").length === 3);
    const charges = await h.db.selectFrom("subs_charges").selectAll().orderBy("created_ms").orderBy("cents").execute();
    const paid = charges.filter(({ state }) => state === "succeeded");
    assertEquals(paid.map(({ cents }) => cents), [100, 1999, 1999, 1999, 1999]);
    for (const charge of paid) {
      const reports = h.mails.filter(({ kind, text }) => REPORTS.includes(kind) && text.includes(charge.receipt));
      assertMatch(charge.receipt, /^TC-2027-0000\d\d$/);
      assertEquals(reports.length, 1, `charge ${charge.id} of ${charge.cents}`);
      assertStringIncludes(reports[0]?.text ?? "", `$${(charge.cents / 100).toFixed(2)}`);
      assertMatch(reports[0]?.text ?? "", /\/unsubscription\?c=[\w-]{43}/);
      assertStringIncludes(
        reports[0]?.text ?? "",
        `Open my report:\nhttps://app.example/trustcheck/access-product?vSubscriptionId=${id}`,
      );
    }
    const declined = h.mails.filter(({ kind }) => kind === "declined");
    assertEquals(declined.length, 1);
    for (const { text } of declined) {
      assertMatch(text, /declined a charge of \$19\.99[^]*\/unsubscription\?c=[\w-]{43}/);
    }
    assertEquals((await addOn(h, id, "tck_pdf_report_otp")).body.error, "");
    const again = await h.db.selectFrom("subs_charges").select("id").where("plan_id", "=", "tck_pdf_report_otp")
      .execute();
    assertEquals((await h.call("POST", `/withdraw/${id}`, ann, { charges: again.map(({ id }) => id) })).status, 200);
    await work(1);
    await eventually(() => h.mails.some(({ kind }) => kind === "refunded"));
    const refunded = h.mails.filter(({ kind }) => kind === "refunded");
    assertEquals(refunded.length, 1);
    assertMatch(refunded[0]?.text ?? "", /We refunded \$19\.99[^]*\/unsubscription\?c=[\w-]{43}/);
  } finally {
    await h.close();
  }
});
