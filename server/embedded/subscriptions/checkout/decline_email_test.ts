/** The page promised an email once the issuer has decided; a late decline sends it too. */
import { it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { onBothEngines } from "../../../../tests/support/engines.ts";
import { EXPIRING_ROWS } from "../../../jobs/retention/expiring_rows.ts";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import { signBody } from "../../payments/webhooks/post_webhook.ts";
import { eventually } from "../../../../tests/support/eventually.ts";
import {
  ANN,
  buy,
  consentBody,
  createBody,
  executionIn,
  runDueWork,
  type SubscriptionsFixture,
} from "../testing/fixture.ts";
import { withEmptyFixture } from "../testing/empty_fixture.ts";

const PLAN = "tck_weekly_3dtrial";
const SECRET = "shared-secret";
const MINUTE_MS = 60_000;
const ann = { checkout: ANN };

onBothEngines("a pending payment that the issuer declines", (place) => {
  const withFixture = (live: (h: SubscriptionsFixture) => Promise<void>) =>
    withEmptyFixture({ place: place(), webhookSecrets: [SECRET] }, live);
  async function begin(h: SubscriptionsFixture, consent: object = { email: "ann@example.com" }): Promise<string> {
    const executionId = executionIn(await h.call("GET", `/init/session?plan_id=${PLAN}`, ann));
    await h.call("POST", "/consents", ann, consentBody(h, PLAN, consent));
    return executionId;
  }
  async function notify(h: SubscriptionsFixture, id: string) {
    const body = JSON.stringify({ event: "authorizeFailed", execution: { id } });
    const headers = { "content-type": "application/json", "x-signature": await signBody(SECRET, body) };
    return await h.subscriptions(new Request("http://embedded/payments-notices", { method: "POST", headers, body }));
  }
  const declinesOf = (h: SubscriptionsFixture) => h.mails.filter(({ kind }) => kind === "payment-declined");
  /** Runs everything that is due in half an hour. */
  async function wait(h: SubscriptionsFixture) {
    for (let minute = 0; minute < 30; minute++) {
      h.clock.advance(MINUTE_MS);
      await runDueWork(h.ports);
    }
  }

  it("sends the buyer one email as soon as the webhook arrives, with amount, reason and a link to try again", () =>
    withFixture(async (h) => {
      const id = await begin(h);
      h.payments.shopperPays(id, "pending");
      h.clock.advance(30 * MINUTE_MS);
      h.payments.shopperPays(id, "failed");
      for (let time = 0; time < 3; time++) await notify(h, id);
      await eventually(() => Promise.resolve(declinesOf(h).length === 1));
      await wait(h);
      const [mail, ...more] = declinesOf(h);
      assertEquals([mail?.to, mail?.subject, more], ["ann@example.com", "Your bank declined your payment", []]);
      assertMatch(
        mail?.text ?? "",
        /Your bank declined a charge of \$1\.00 \(.+\): insufficient funds\. You haven't been charged\./,
      );
      assertMatch(mail?.text ?? "", /https:\/\/app\.example\/trustcheck\/\?step=plan/);
      assertEquals(h.payments.operations, []);
    }));

  it("sends the email from the job when no webhook arrives, in the buyer's language, to the address of the create call", () =>
    withFixture(async (h) => {
      const id = await begin(h, { locale: "de-AT" });
      h.payments.shopperPays(id, "pending");
      const instrument = { executionId: id, paymentInstrumentId: `pi_${id}` };
      const answer = await h.call("POST", "/subs/create-no-user", ann, createBody(PLAN, { instrument }));
      assertMatch(String(answer.body.error), /finish the purchase and email you/i);
      await wait(h);
      assertEquals(declinesOf(h), []);
      h.payments.shopperPays(id, "failed");
      await wait(h);
      await eventually(() => Promise.resolve(declinesOf(h).length > 0));
      assertEquals(declinesOf(h).map(({ to, subject }) => [to, subject]), [
        ["Ann@Example.com", "Ihre Bank hat die Zahlung abgelehnt"],
      ]);
      assertMatch(declinesOf(h)[0]?.text ?? "", /\/trustcheck\/\?step=plan&\w+=de/);
    }));

  it("sends no email for an immediate decline, which the page showed", () =>
    withFixture(async (h) => {
      h.payments.shopperPays(await begin(h), "failed");
      await wait(h);
      assertEquals(h.mails, []);
    }));

  it("sends no email to a buyer who has paid with another card in the meantime", () =>
    withFixture(async (h) => {
      const first = await begin(h);
      h.payments.shopperPays(first, "pending");
      h.clock.advance(1000);
      const second = await begin(h);
      h.payments.shopperPays(second);
      const instrument = { executionId: second, paymentInstrumentId: `pi_${second}` };
      const answer = await h.call("POST", "/subs/create-no-user", ann, createBody(PLAN, { instrument }));
      assertEquals(answer.body.error, "");
      h.payments.shopperPays(first, "failed");
      await wait(h);
      assertEquals(declinesOf(h), []);
    }));

  it("TRUST T3: sends the email to a buyer who has bought before, in the same browser", () =>
    withFixture(async (h) => {
      await buy(h, "tck_3month_plan");
      h.clock.advance(MINUTE_MS);
      const id = await begin(h);
      h.payments.shopperPays(id, "pending");
      h.payments.shopperPays(id, "failed");
      await notify(h, id);
      await wait(h);
      assertEquals(declinesOf(h).map(({ to }) => to), ["ann@example.com"]);
    }));

  it("keeps the email for 30 days, and no longer than its reader's account", () =>
    withFixture(async (h) => {
      const id = await begin(h);
      h.payments.shopperPays(id, "pending");
      h.payments.shopperPays(id, "failed");
      await wait(h);
      const rows = () => h.db.selectFrom("mail_outbox").select(["recipient", "text"]).execute();
      await eventually(() => declinesOf(h).length === 1);
      await h.ports.sender.sendDue();
      assertEquals((await rows()).map(({ recipient }) => recipient), ["ann@example.com"]);
      const gone = await h.call("POST", "/forget-member", { token: "u9:Ann@example.com" });
      assertEquals([gone.status, await rows()], [200, [{ recipient: "", text: "" }]]);
      const forget = EXPIRING_ROWS["mails that went out long ago"];
      await forget?.(h.db, h.clock.now() + 29 * DAY_MS, { funnelEventDays: 0 });
      assertEquals((await rows()).length, 1);
      await forget?.(h.db, h.clock.now() + 31 * DAY_MS, { funnelEventDays: 0 });
      assertEquals(await rows(), []);
    }));
});
