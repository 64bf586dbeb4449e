import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { faultOf, send, type Session, start } from "../../../../tests/support/payments/payments_calls.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../../../tests/support/payments/payments_fixture.ts";
import { silentLog } from "../../../platform/log.ts";
import { createSimulator } from "../acquirer/simulator.ts";
import { openPayments } from "../payments.ts";

const GATEWAY = "https://apple-pay-gateway.apple.com/paymentservices/paymentSession";
const REFUSED = [
  "http://apple-pay-gateway.apple.com/paymentservices/paymentSession",
  "https://apple-pay-gateway.apple.com.evil.test/paymentservices/paymentSession",
  "https://apple-pay-gateway.apple.com@evil.test/paymentservices/paymentSession",
  "https://evil.test/#apple-pay-gateway.apple.com",
  "https://apple-pay-gateway.apple.com:8443/paymentservices/paymentSession",
  "https://apple-pay-gateway.apple.com/paymentservices/../x",
  "https://apple-pay-gateway.apple.com/paymentservices/paymentSession?x",
  "https://169.254.169.254/paymentservices/paymentSession",
  "file:///etc/passwd",
  "//apple-pay-gateway.apple.com/paymentservices/paymentSession",
  "",
];

describe("wallets", () => {
  let fixture: PaymentsFixture;
  let session: Session;
  beforeEach(async () => {
    fixture = await openPaymentsFixture();
    session = await start(fixture);
  });
  afterEach(() => fixture.close());

  const ask = (sessionURL: string, amount = session.config.amount) =>
    send(fixture, session.config.execution.links.startPaymentSession?.href ?? "", {
      token: session.token,
      key: crypto.randomUUID(),
      body: {
        integrationType: "api",
        paymentMethodCode: "applePay",
        amount,
        meta: { sessionURL, clientContext: { host: "shop.test" } },
      },
    });

  it("S-CONFIG-07: links.startPaymentSession answers a merchant session at data.data", async () => {
    const { status, body } = await ask(GATEWAY);
    assertEquals([status, String(body.data?.data?.domainName)], [200, "shop.test"]);
  });

  it("starts a session for Apple's gateways and the execution's amount only", async () => {
    for (const address of REFUSED) {
      const { status, body } = await ask(address);
      assertEquals([status, faultOf(body)], [400, "request-invalid"], address);
    }
    assertEquals((await ask(GATEWAY, { value: "1.00", currency: "USD" })).status, 422);
  });

  it("authorizes a wallet's token, and stores the wallet when requested", async () => {
    for (const paymentMethodCode of ["googlePay", "applePay"]) {
      const paid = await start(fixture);
      const item = { paymentMethodCode, integrationType: "api", amount: paid.config.amount, storeInstrument: true };
      const authorize = (paymentInstrumentData: unknown) =>
        send(fixture, `/client/executions/${paid.id}/authorize`, {
          token: paid.token,
          key: crypto.randomUUID(),
          body: { amount: paid.config.amount, paymentComposition: [{ ...item, paymentInstrumentData }] },
        });
      assertEquals((await authorize({})).status, 422);
      const { body } = await authorize({ paymentToken: '{"data":"x"}' });
      assertEquals(String(body.finalState?.code), "authorizeSuccessful");
      const options = (await start(fixture)).config.execution.initialResults[0]?.body.data?.paymentCompositionOptions;
      const option = options?.find((row) => row.paymentMethodCode === paymentMethodCode);
      assertEquals(option?.paymentInstruments.map(({ id, displayName, data }) => [id, displayName, typeof data]), [[
        String(body.paymentInstrumentId),
        paymentMethodCode === "googlePay" ? "Google Pay" : "Apple Pay",
        "object",
      ]]);
    }
  });

  it("stores a wallet without a payment, once per key, and pays with it afterwards", async () => {
    const saving = await start(fixture);
    const body = { holderReference: "holder-1", paymentMethod: "googlePay", storeInstrument: true };
    const save = (data: unknown, key: string) =>
      send(fixture, "/client/instruments", { token: saving.token, key, body: { ...body, data } });
    assertEquals(faultOf((await save({}, "none")).body), "request-invalid");
    const saved = await save({ paymentToken: '{"data":"x"}' }, "save");
    assertEquals([saved.status, String(saved.body.status), String(saved.body.displayName)], [
      200,
      "enabled",
      "Google Pay",
    ]);
    assertEquals((await save({ paymentToken: '{"data":"x"}' }, "save")).text, saved.text);
    const item = { paymentMethodCode: "googlePay", integrationType: "api", paymentInstrumentId: saved.body.id };
    const paid = await send(fixture, `/client/executions/${saving.id}/authorize`, {
      token: saving.token,
      key: "pay",
      body: { amount: saving.config.amount, paymentComposition: [item] },
    });
    assertEquals(String(paid.body.finalState?.code), "authorizeSuccessful", paid.text);
  });

  it("stores a wallet for one payment only when storeInstrument is false", async () => {
    const saving = await start(fixture);
    const { body: saved } = await send(fixture, "/client/instruments", {
      token: saving.token,
      key: "once",
      body: {
        holderReference: "holder-1",
        paymentMethod: "googlePay",
        storeInstrument: false,
        data: { paymentToken: "{}" },
      },
    });
    const pay = async (session: Session) =>
      (await send(fixture, `/client/executions/${session.id}/authorize`, {
        token: session.token,
        key: "pay",
        body: {
          amount: session.config.amount,
          paymentComposition: [{
            paymentMethodCode: "googlePay",
            integrationType: "api",
            paymentInstrumentId: saved.id,
          }],
        },
      })).status;
    const list = await send(fixture, "/merchant/holders/holder-1/instruments", { token: saving.merchant });
    assertEquals([String(saved.status), list.body.results], ["transient", []]);
    assertEquals([await pay(saving), await pay(await start(fixture))], [200, 404]);
  });

  it("accepts a wallet's token from the merchant's server, and never a card", async () => {
    const { body: auth } = await send(fixture, "/auth/token/shop", {
      method: "POST",
      headers: { "x-api-key": "shop-secret" },
    });
    const amount = session.config.amount;
    const authorize = (item: object) =>
      send(fixture, `/merchant/workflows/payment-acceptance/executions/${session.id}/authorize`, {
        token: String(auth.access_token),
        key: crypto.randomUUID(),
        body: { amount, paymentComposition: [{ integrationType: "api", amount, storeInstrument: true, ...item }] },
      });
    const encryptedData = "a.b.c.d.e";
    for (const paymentMethodCode of ["card", "payPal", "pix"]) {
      const refused = await authorize({ paymentMethodCode, paymentInstrumentData: { encryptedData } });
      assertEquals([refused.status, faultOf(refused.body)], [422, "composition-invalid"], paymentMethodCode);
    }
    const paid = await authorize({ paymentMethodCode: "applePay", paymentInstrumentData: { paymentToken: "{}" } });
    assertEquals([String(paid.body.state), typeof paid.body.paymentInstrumentId], ["captured", "string"]);
  });

  it("serves no simulated wallet in production", async () => {
    const settings = { ...fixture.settings, environment: "PROD" } as const;
    const { db, ledger, clock } = fixture;
    const { answer } = await openPayments({
      db,
      clock,
      settings,
      log: silentLog,
      acquirer: createSimulator({ db: ledger, clock }),
      serverId: "another",
    });
    for (const file of ["apple-pay", "google-pay", "paypal"]) {
      const path = `/stand-ins/${file}.js`;
      assertEquals((await answer(new Request(`http://service${path}`))).status, 404, path);
      assertEquals((await send(fixture, path)).status, 200, path);
    }
  });

  it("S-APPLE-02: init names the simulator's script of each wallet, and Apple Pay's createSessionLink", async () => {
    const options = session.config.execution.initialResults[0]?.body.data?.paymentCompositionOptions ?? [];
    const configOf = (code: string) => options.find((row) => row.paymentMethodCode === code)?.config ?? {};
    for (const code of ["applePay", "googlePay", "payPal"]) {
      const answer = await fixture.call(new Request(String(configOf(code).scriptUrl)));
      const text = await answer.text();
      assertEquals([answer.status, answer.headers.get("content-type")], [200, "text/javascript; charset=utf-8"], code);
      assertEquals(/innerHTML|document\.write|eval\(/.test(text), false);
    }
    assertEquals(configOf("applePay").createSessionLink, session.config.execution.links.startPaymentSession?.href);
    assertEquals(configOf("card").scriptUrl, undefined);
    const own = `${
      new URL(session.config.execution.links.self).origin
    }/services/payments/stand-ins/apple-pay/paymentSession`;
    assertEquals((await ask(own)).status, 200);
  });
});
