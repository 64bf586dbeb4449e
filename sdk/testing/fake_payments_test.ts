/** The fake payments service and the faked form say what the real ones say. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { openSdkStory } from "../../tests/support/small_page/sdk_story.ts";
import { Payrails } from "../client.ts";
import type { ClientConfiguration } from "../wire/config.ts";
import { FakePayments } from "./fake_payments.ts";
import { type FakeCheckout, openFakeCheckout, STORED_CARD } from "./mod.ts";
import { DECLINE_RESULTS, type Scenario, scenarioOf, SCENARIOS } from "./scenarios.ts";

const OPTIONS = { base: "http://localhost/fake", vaultUrl: "http://127.0.0.1:9" };

function pay(scenario: Scenario, decide?: "complete" | "decline") {
  const payments = new FakePayments(scenario, OPTIONS);
  const ask = (method: string, path: string) =>
    JSON.parse(payments.answer({ method, url: OPTIONS.base + path, body: {}, idempotencyKey: "one" }).text);
  ask("POST", "/authorize");
  ask("GET", "/execution");
  if (decide !== undefined) payments.decideChallenge(decide);
  const { status } = ask("GET", "/execution");
  return { last: status.at(-1), status: payments.status };
}

describe("the fake payments service", () => {
  it("declines with each of the provider's 27 result names, where the real service puts it", () => {
    assertEquals(DECLINE_RESULTS.length, 27);
    for (const result of DECLINE_RESULTS) {
      const { last, status } = pay(scenarioOf(result));
      assertEquals([last.code, last.errors], ["authorizeFailed", [{ reason: { result } }]]);
      assertEquals(status, last);
    }
  });

  it("knows why the scenario named decline is one, and what a failed 3-D Secure challenge is called", () => {
    assertEquals(pay(SCENARIOS.decline).last.errors, [{ reason: { result: "InsufficientBalance" } }]);
    const { last } = pay(SCENARIOS["3ds"], "decline");
    assertEquals([last.code, last.errors], ["authorizeFailed", [{ reason: { result: "PayerAuthenticationFailed" } }]]);
    assertEquals(pay(SCENARIOS["3ds"], "complete").last.code, "authorizeSuccessful");
  });

  it("gives each status its own time, a millisecond after the previous one when the clock is stopped", () => {
    const payments = new FakePayments(SCENARIOS.success, { ...OPTIONS, now: () => 1_000 });
    const config: ClientConfiguration = JSON.parse(atob(payments.init().data));
    const ask = (method: string, path: string) =>
      JSON.parse(payments.answer({ method, url: OPTIONS.base + path, body: {}, idempotencyKey: "one" }).text);
    ask("POST", "/authorize");
    const times = ask("GET", "/execution").status.map(({ time }: { readonly time: string }) => Date.parse(time));
    assertEquals([Date.parse(config.execution?.createdAt ?? ""), ...times], [1_000, 1_001, 1_002]);
  });

  it("stores an instrument under an id that is a UUID", () => {
    const payments = new FakePayments(SCENARIOS.success, OPTIONS);
    const config: ClientConfiguration = JSON.parse(atob(payments.init().data));
    const { href = "", method = "" } = config.vaultConfiguration?.links?.saveInstrument ?? {};
    const { status, text } = payments.answer({ method, url: href, body: {}, idempotencyKey: "" });
    assertEquals(status, 200);
    assertEquals(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(JSON.parse(text).id), true);
  });

  const stored = { ...STORED_CARD, id: "id:2" };
  const methods = [{
    paymentMethodCode: "card",
    integrationType: "api" as const,
    paymentInstruments: [STORED_CARD, stored],
  }];

  it("opens the same session again: it knows what the payment has been through, and nothing else has changed", () => {
    const payments = new FakePayments(SCENARIOS.success, OPTIONS);
    const [first, second] = [payments.init(), payments.init()];
    assertEquals(first, second);
    const ask = (method: string, path: string) =>
      JSON.parse(payments.answer({ method, url: OPTIONS.base + path, body: {}, idempotencyKey: "one" }).text);
    ask("POST", "/authorize");
    const { status } = ask("GET", "/execution");
    const config: ClientConfiguration = JSON.parse(atob(payments.init().data));
    assertEquals(config.execution?.status, status);
    assertEquals(status.length, 2);
  });

  it("deletes and changes stored instruments, also for a session that is opened later", () => {
    const payments = new FakePayments(SCENARIOS.success, { ...OPTIONS, methods });
    const read = (): ClientConfiguration => JSON.parse(atob(payments.init().data));
    const call = (link: "instrumentDelete" | "instrumentUpdate", id: string, body?: object) => {
      const { href = "", method = "" } = read().links?.[link] ?? {};
      const url = href.replace(":instrumentId", encodeURIComponent(id));
      const { status, text } = payments.answer({ method, url, body, idempotencyKey: "" });
      return [status, JSON.parse(text)];
    };
    const change = { default: true, paymentMethod: stored.paymentMethod.toUpperCase() };
    assertEquals(call("instrumentUpdate", stored.id, change), [200, { ...stored, default: true }]);
    assertEquals(call("instrumentDelete", STORED_CARD.id), [200, { success: true }]);
    assertEquals(call("instrumentDelete", STORED_CARD.id)[0], 404);
    const [lookup] = read().execution?.initialResults ?? [];
    assertEquals(Object(lookup?.body).data.paymentCompositionOptions[0].paymentInstruments, [
      { ...stored, default: true },
    ]);
  });

  it("looks a card up by its number", () => {
    const payments = new FakePayments(SCENARIOS.success, OPTIONS);
    const networkOf = (bin: string) => {
      const { text } = payments.answer({
        method: "POST",
        url: `${OPTIONS.base}/bin`,
        body: { bin },
        idempotencyKey: "",
      });
      return JSON.parse(text).network;
    };
    assertEquals(["42424242", "555555", "378282", "999999"].map(networkOf), ["visa", "mastercard", "amex", undefined]);
  });
});

describe("the faked form", () => {
  async function inPage(use: (checkout: FakeCheckout, client: Payrails) => Promise<void>): Promise<void> {
    openSdkStory();
    const checkout = openFakeCheckout({ stopsClock: true, instruments: [STORED_CARD] });
    const client = Payrails.init(checkout.init, { telemetry: { enabled: false } });
    try {
      await use(checkout, client);
    } finally {
      client.destroy();
      checkout.close();
    }
  }

  it("reports network, first digits and faults by the rules of the real one", async () => {
    await inPage(async (checkout, client) => {
      const form = client.cardForm({ showSingleExpiryDateField: false, showCardHolderName: true });
      document.body.innerHTML = `<div id="card"></div>`;
      form.mount("#card");
      await checkout.frame.ready();
      const check = async (card: Parameters<typeof checkout.frame.type>[0]) => {
        checkout.frame.type(card);
        await checkout.clock?.advance(100);
        const checked = form.validate();
        await checkout.clock?.advance(100);
        return [form.cardNetwork, form.bin, form.isValid, Object.keys((await checked).fieldErrors).sort()];
      };
      const good = { number: "3782 822463 10005", expiry: "12/39", cvv: "1234", holderName: "Ada Lovelace" };
      assertEquals(await check(good), ["amex", "378282", true, []]);
      assertEquals(await check({ cvv: "123" }), ["amex", "378282", false, ["cvv"]]);
      assertEquals(await check({ number: "5555 5555 5555 4444" }), ["mastercard", "55555555", true, []]);
      assertEquals(await check({ number: "5555 5555 5555 4445" }), ["mastercard", "55555555", false, ["cardNumber"]]);
      const late = ["mastercard", "55555555", false, ["expiry"]];
      assertEquals(await check({ number: "5555 5555 5555 4444", expiry: "01/20" }), late);
      assertEquals(await check({ expiry: "12/39", holderName: "7" }), [
        "mastercard",
        "55555555",
        false,
        ["holderName"],
      ]);
    });
  });

  it("says that secure fields are not faked", async () => {
    const { reportError } = globalThis;
    const reported: unknown[] = [];
    globalThis.reportError = (error) => void reported.push(error);
    try {
      await inPage(async (checkout, client) => {
        document.body.innerHTML = `<div id="number"></div>`;
        client.collectContainer({ containerType: "COLLECT" }).createCollectElement({ type: "CARD_NUMBER" })
          .mount("#number");
        for (let turn = 0; turn < 100 && reported.length === 0; turn++) {
          await checkout.clock?.advance(100);
          await new Promise<void>((done) => queueMicrotask(done));
        }
      });
    } finally {
      globalThis.reportError = reportError;
    }
    assertEquals(String(reported[0]).includes("no secure fields"), true);
  });
});
