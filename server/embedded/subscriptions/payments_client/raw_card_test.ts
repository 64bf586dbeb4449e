/** Raw cards against the embedded payments service: off by default; with the setting they pay and leave no trace. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { formsOf } from "../../../../tests/support/small_page/card_forms.ts";
import { createLog } from "../../../platform/log.ts";
import { DAY_MS } from "../../../wire/billing/schedule.ts";
import { openLedger } from "../../payments/acquirer/ledger.ts";
import { createSimulator } from "../../payments/acquirer/simulator.ts";
import { openPayments } from "../../payments/payments.ts";
import { loadVaultKeys } from "../../payments/keys/keys.ts";
import { openSealed } from "../../payments/vault/open_sealed.ts";
import {
  addOn,
  ADDRESS,
  ANN,
  answerIssuer,
  BOB,
  consentBody,
  type Credentials,
  executionIn,
  openSubscriptionsFixture,
  runDueWork,
  type SubscriptionsFixture,
} from "../testing/fixture.ts";

const PLAN = "tck_weekly_3dtrial";
const CARD = { number: "4000056655665556", expiry_month: "12", expiry_year: "2031", security_code: "987" };
const who = { plan_id: PLAN, email: "ann@example.com", attribution: {} };
const CREATES: readonly (readonly [string, string, Credentials, object])[] = [
  ["W-CALL-05: create-no-user", "/subs/create-no-user", { checkout: ANN }, { ...who, address: ADDRESS }],
  ["W-CALL-08: create", "/subs/create", { checkout: ANN, token: "ann:ann@example.com" }, {
    ...who,
    firebase_id: "ann",
    apple_token: "",
  }],
];

for (const [title, path, requester, body] of CREATES) {
  describe(`${title} with a raw card`, () => {
    let h: SubscriptionsFixture;
    let lines: string[];
    let sent: { readonly path: string; readonly text: string; readonly ip: string | null }[];
    let cleanUp: () => Promise<void>;
    let keysDir = "";
    /** Answers instead of the payments service. */
    let instead: ((text: string) => Response) | undefined;
    const open = async (takesRawCards: boolean) => {
      const ledger = await openLedger({ kind: "sqlite", path: ":memory:" });
      keysDir = await Deno.makeTempDir({ prefix: "subscriptions-keys-" });
      const log = createLog((line) => lines.push(line));
      h = await openSubscriptionsFixture({
        takesRawCards,
        log,
        payments: async (db, clock) => {
          const acquirer = createSimulator({ db: ledger, clock });
          const { answer } = await openPayments({
            db,
            clock,
            acquirer,
            serverId: "only",
            log,
            settings: {
              clients: [{ id: "merchant-demo", secret: "demo-secret" }],
              merchantOrigins: [{ clientId: "merchant-demo", origin: "https://app.example" }],
              apiBase: "http://payments",
              frameOrigin: "http://frame.test",
              docsOrigin: "http://docs.test",
              keysDir,
              environment: "TEST",
            },
          });
          return async (request) => {
            const { pathname } = new URL(request.url);
            const text = await request.clone().text();
            sent.push({ path: pathname, text, ip: request.headers.get("x-client-ip") });
            return pathname.endsWith("/authorize") && instead !== undefined ? instead(text) : await answer(request);
          };
        },
      });
      cleanUp = async () => {
        await h.close();
        await ledger.destroy();
        await Deno.remove(keysDir, { recursive: true });
      };
    };
    beforeEach(async () => {
      [lines, sent, instead] = [[], [], undefined];
      await open(true);
    });
    afterEach(() => cleanUp());

    const begin = async () => {
      const id = executionIn(await h.call("GET", `/init/session?plan_id=${PLAN}`, requester));
      await h.call("POST", "/consents", requester, consentBody(h, PLAN));
      return id;
    };
    const pay = (card: object, as = requester) => h.call("POST", path, as, { ...body, card });
    const leftBehind = async () => {
      const tables = await h.db.introspection.getTables();
      const rows = await Promise.all(
        // deno-lint-ignore no-explicit-any -- every table of the database, by name
        tables.map(({ name }) => h.db.selectFrom(name as any).selectAll().execute()),
      );
      assert(JSON.stringify(rows).includes(ANN), "the rows were not looked at");
      const all = JSON.stringify(rows) + lines.join("\n") + sent.map(({ text }) => text).join("\n");
      return formsOf(CARD.number, CARD.security_code).filter((form) => all.includes(form));
    };

    it("pays at the listed price, once, and is stored for add-ons and renewals", async () => {
      const id = await begin();
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => pay(CARD, { ...requester, ip: "203.0.113.9" })),
      );
      const [first] = answers;
      assertEquals([first?.status, first?.body.error], [200, ""]);
      for (const answer of answers) assertEquals(answer, first);
      assertEquals(await pay(CARD), first);
      const rows = await h.db.selectFrom("pay_executions").select(["id", "captured_minor"]).execute();
      assertEquals(rows, [{ id, captured_minor: 100 }]);
      const [authorized, ...others] = sent.filter(({ path }) => path.endsWith("/authorize"));
      assertEquals(
        [authorized?.ip, others.length],
        ["203.0.113.9", 0],
        "the limits against card testing know the buyer",
      );
      const added = await addOn(h, String(first?.body.subscription_id), "tck_10_validations_otp", requester);
      assertEquals(added.body.error, "");
    });

    it("number and code reach no row or log line, and reach the payments service only sealed", async () => {
      await begin();
      assertEquals((await pay(CARD)).body.error, "");
      assertEquals(await leftBehind(), []);
    });

    it("SECURITY M4: is sealed only for its own execution and holder, so that the seal pays nothing else", async () => {
      const id = await begin();
      assertEquals((await pay({ ...CARD, holder_name: "Ann Lee" })).body.error, "");
      const { text } = sent.find(({ path }) => path.endsWith("/authorize")) ?? { text: "{}" };
      const { paymentComposition: [item] } = JSON.parse(text);
      const keys = await loadVaultKeys(keysDir);
      const { sealed } = await openSealed({ keys, clock: h.clock }, item.paymentInstrumentData.encryptedData);
      const { holder_reference } = await h.db.selectFrom("subs_checkouts").select("holder_reference")
        .where("execution_id", "=", id).executeTakeFirstOrThrow();
      assertEquals([sealed.execution, sealed.holderReference, sealed.holderName], [id, holder_reference, "Ann Lee"]);
      assertEquals([sealed.cardNumber, sealed.securityCode], [CARD.number, CARD.security_code]);
    });

    it("number and code stay out of them when the payments service fails, quotes its request, or declines the card", async () => {
      await begin();
      instead = (text) => Response.json({ errors: [{ code: "broken", detail: text }] }, { status: 400 });
      assertMatch(String((await pay(CARD)).body.error), /charged/);
      instead = () => {
        throw new TypeError("the connection was reset");
      };
      assertMatch(String((await pay(CARD)).body.error), /isn't responding/);
      instead = undefined;
      assertMatch(String((await pay({ ...CARD, number: "4000000000000002" })).body.error), /declined/);
      for (const wrong of [{ [CARD.number]: CARD.security_code }, { ...CARD, expiry_year: CARD.number }, CARD.number]) {
        const answer = await pay(wrong as object);
        assertEquals(answer.status, 400);
        assert(!JSON.stringify(answer.body).includes(CARD.number), "the answer quotes the card");
      }
      assert(lines.length > 0, "a failure of the payments service is logged");
      assertEquals(await leftBehind(), []);
    });

    it("a card whose bank asks for 3-D Secure stays pending and unpaid: nothing is bought, captured or left behind", async () => {
      const id = await begin();
      const asked = { ...CARD, number: "4000002500003155" };
      const answers = [await pay(asked), await pay(asked)];
      // The page opens the challenge in the session of the answer.
      assertEquals(answers.map(({ status, body: { id, code, approval } }) => [status, id, code, typeof approval]), [
        [200, "", "needs_approval", "object"],
        [200, "", "needs_approval", "object"],
      ]);
      h.clock.advance(DAY_MS);
      await runDueWork(h.ports);
      assertEquals((await pay(asked)).body.code, "no_checkout_for_plan");
      assertEquals(await h.db.selectFrom("pay_executions").select(["id", "captured_minor"]).execute(), [
        { id, captured_minor: 0 },
      ]);
      assertEquals(await h.db.selectFrom("subs_subscriptions").select("id").execute(), []);
      const rows = JSON.stringify(await h.db.selectFrom("pay_executions").selectAll().execute());
      const all = rows + lines.join("\n") + sent.map(({ text }) => text).join("\n");
      assertEquals(formsOf(asked.number, asked.security_code).filter((form) => all.includes(form)), []);
    });

    it("a challenge that the shopper declines is told as declined to the same call, and the next call pays", async () => {
      const id = await begin();
      const authorizations = () => sent.filter(({ path }) => path.endsWith("/authorize")).length;
      const asked = { ...CARD, number: "4000002500003155" };
      assertEquals((await pay(asked)).body.code, "needs_approval");
      await answerIssuer(h, id, "decline");
      const { body: told } = await pay(asked);
      assertEquals([told.code, told.approval, authorizations()], ["declined_authentication", undefined, 1]);
      // Nor does a card that the vault refuses leave an outcome to tell.
      assertEquals((await pay({ ...CARD, number: "4242424242424241" })).body.code, "payment_refused");
      assertEquals([(await pay(CARD)).body.error, authorizations()], ["", 3]);
    });

    it("requires the checkout and the consent of this browser, like every create", async () => {
      await h.call("GET", `/init/session?plan_id=${PLAN}`, requester);
      assertMatch(String((await pay(CARD)).body.error), /consent to the price/);
      await h.call("POST", "/consents", requester, consentBody(h, PLAN));
      assertEquals((await pay(CARD, { ...requester, checkout: BOB })).status, 403);
      assertEquals(sent.filter(({ path }) => path.endsWith("/authorize")), []);
    });

    it("is refused without the setting, before any call to the payments service", async () => {
      await cleanUp();
      await open(false);
      await begin();
      sent.splice(0);
      const { status, body: answer } = await pay(CARD);
      assertEquals([status, answer.error], [400, "Card numbers aren't accepted here. Pay with the card form."]);
      assertEquals(sent, []);
    });
  });
}
