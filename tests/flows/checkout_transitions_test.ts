/** Each transition of the purchase in a browser: the screen's text, the calls and events, and the next screen. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import type { HTTPRequest } from "puppeteer";
import { recordFunnelEvents } from "../support/app/funnel_events.ts";
import { appFixture } from "../support/app/app_fixture.ts";
import { enter, READY_TO_PAY } from "../support/app/funnel.ts";
import { createShopper, type Shopper, signInByGoogle } from "../support/app/shopper.ts";
import { APPLE } from "../support/merchant/fake_wallets.ts";

/** Replaces answers of the server for this visit, by end of the address; undefined: the server's own. */
type Answers = Record<string, { readonly status: number; readonly body: object } | undefined>;

interface Seen {
  readonly shopper: Shopper;
  readonly answers: Answers;
  /** Calls and tracked events since the last step, in order. */
  calls(): readonly string[];
  events(): Promise<readonly string[]>;
  phase(): Promise<string | null | undefined>;
  stored(): Promise<readonly unknown[]>;
}

interface Transition {
  readonly title: string;
  readonly path?: string;
  /** The offers follow a purchase. Every other step starts at the payment. */
  readonly isPaid?: boolean;
  readonly apple?: "pays" | "cancels later";
  readonly answers?: Answers;
  readonly live: (seen: Seen) => Promise<void>;
}

const CREATE = "/subs/create-no-user";
const CREATE_APPLE = "/subs/create-no-user-applepay";
const CONSENT = "/api/consent";
const refuses = (error: string, status = 200) => ({ status, body: { id: "", subscription_id: "", error } });
const APPROVED = "4242424242424242";

async function payByCard(shopper: Shopper, number = APPROVED) {
  await shopper.typeCard({ number });
  await shopper.tap("consent-tick");
  await shopper.pressPay();
}

async function payByApple(shopper: Shopper) {
  await shopper.tap("pay-by-apple");
  await shopper.tap("consent-tick");
  await shopper.tap("apple-pay");
}

const TRANSITIONS: readonly Transition[] = [
  {
    title:
      "card, W-CARD-02, W-CARD-03, W-CARD-04: without the tick nothing is called or told; ready to paying, the two events first; other figures: back to ready, unticked; a consent that is not stored ends the attempt before the bank",
    async live({ shopper, answers, calls, events, phase }) {
      await shopper.typeCard({ number: APPROVED });
      await shopper.pressPay();
      await shopper.readUntil("Check this box to continue.");
      assertEquals([calls(), await events(), await phase()], [[], [], "ready"]);

      answers[CONSENT] = {
        status: 409,
        body: {
          error: "Other figures.",
          shown: { today_cents: 100, next_cents: 1999, next_at: "2031-05-06", every: "7d" },
        },
      };
      await shopper.tap("consent-tick");
      await shopper.pressPay();
      await shopper.readUntil(/check the box again/);
      await shopper.readUntil(/May\s6,\s2031/);
      assertEquals(await shopper.page.$eval('input[type="checkbox"]', (box) => box.checked), false);
      assertEquals([calls(), await events(), await phase()], [
        ["consent"],
        ["card-submit", "modal-payment-submit"],
        "ready",
      ]);

      answers[CONSENT] = { status: 503, body: { error: "The consent could not be stored." } };
      await shopper.tap("consent-tick");
      await shopper.pressPay();
      await shopper.readUntil("The consent could not be stored.");
      assertEquals([calls(), (await events()).at(-1), await phase()], [["consent"], "purchase-error", "ready"]);
    },
  },
  {
    title:
      "card, W-TRACK-06: a bank's no goes back to ready and is told as purchase-error, no create; after a refused create the payment can be started again, with a fresh form",
    async live({ shopper, answers, calls, events, phase }) {
      await payByCard(shopper, "4000000000009995");
      await shopper.readUntil("insufficient funds");
      assertEquals([calls(), (await events()).at(-1), await phase()], [
        ["consent", "authorize"],
        "purchase-error",
        "ready",
      ]);

      answers[CREATE] = refuses("The plan is not on sale today.");
      await shopper.typeCard({ number: APPROVED });
      await shopper.pressPay();
      await shopper.see("retry-create");
      const again = await shopper.page.waitForSelector('xpath/.//button[normalize-space()="Restart payment"]');
      await again?.click();
      await shopper.page.waitForSelector("#payrails-card-payment-button");
      assertEquals([await phase(), await shopper.page.$('[data-testid="payment-error"]')], ["ready", null]);
    },
  },
  {
    title: "card: an undecided bank is neither paid nor refused, and can be asked again",
    async live({ shopper, calls, events, phase }) {
      await payByCard(shopper, "4000000000000077");
      await shopper.see("payment-waiting");
      assertEquals([calls(), await phase()], [["consent", "authorize"], "waiting"]);
      const isShown = await shopper.page.$eval("#payrails-card-payment-button", (pay) => pay.checkVisibility());
      assertEquals(isShown, false, "a second payment is not offered");
      assertEquals((await events()).filter((name) => name.startsWith("purchase")), []);
    },
  },
  {
    title:
      "card, W-CARD-06, W-CARD-07, W-CARD-11: an error string stays here and stops loading; an empty one goes on to the offers, in the place of the payment",
    answers: { [CREATE]: refuses("The plan is not on sale today.") },
    async live({ shopper, answers, calls, events, phase, stored }) {
      await payByCard(shopper);
      await shopper.readUntil("The plan is not on sale today.");
      assertEquals([calls(), await phase()], [["consent", "authorize", "create-no-user"], "unconfirmed"]);
      assertEquals((await events()).filter((name) => name.startsWith("purchase")), ["purchase-error"]);
      assertEquals([shopper.path(), await stored()], ["/trustcheck/", [null, null, null]]);
      // The page asks for the same payment again, so the buyer never pays twice.
      answers[CREATE] = undefined;
      await shopper.tap("retry-create");
      await shopper.readUntil("Payment complete. Your report is ready.");
      assertEquals([calls(), (await events()).at(-1)], [["create-no-user"], "purchase"]);
      await shopper.page.goBack();
      assertEquals(new URL(shopper.page.url()).search, "", "back leads to no payment form");
    },
  },
  {
    title: "Apple Pay, W-APPLE-08: asked for where it has gone meanwhile says 'Apple Pay is not available'",
    apple: "pays",
    async live({ shopper, calls, events, phase }) {
      await shopper.tap("pay-by-apple");
      await shopper.tap("consent-tick");
      await shopper.page.evaluate("delete window.ApplePaySession");
      await shopper.tap("apple-pay");
      await shopper.readUntil("Apple Pay is not available");
      assertEquals([calls(), (await events()).at(-1), await phase()], [[], "purchase-error", "ready"]);
    },
  },
  {
    title: "Apple Pay, W-APPLE-03: closed after the merchant was let in, it says 'Something went wrong'; no create",
    apple: "cancels later",
    async live({ shopper, calls, events, phase }) {
      await payByApple(shopper);
      await shopper.readUntil("Something went wrong");
      assertEquals([calls(), (await events()).at(-1), await phase()], [
        ["consent", "validate-merchant"],
        "purchase-error",
        "ready",
      ]);
    },
  },
  {
    title:
      "Apple Pay, W-APPLE-05, W-APPLE-06: a create that gets no answer is no failure; once answered it leads to the offers",
    apple: "pays",
    answers: { [CREATE_APPLE]: { status: 0, body: {} } },
    async live({ shopper, answers, events, phase, stored }) {
      await payByApple(shopper);
      // Apple's sheet waits during three more attempts.
      await shopper.see("retry-create");
      assertEquals([await phase(), (await events()).at(-1)], ["unconfirmed", "purchase-error"]);
      answers[CREATE_APPLE] = undefined;
      await shopper.tap("retry-create");
      await shopper.readUntil("Payment complete. Your report is ready.");
      assertEquals([(await stored())[0], (await events()).at(-1)], ["ana@mail.example", "purchase"]);
    },
  },
  {
    title:
      "card, W-CARD-08, W-CARD-09, W-CARD-11: paid is told, kept for this tab, and leads to the offers; offer, W-OFFER-02, W-OFFER-03, W-TRACK-08: a no is said at the offer; then bought, told, and marked as added",
    async live({ shopper, answers, calls, events, stored }) {
      await payByCard(shopper);
      await shopper.readUntil("Payment complete. Your report is ready.");
      assertEquals(calls(), ["consent", "authorize", "create-no-user"]);
      assertEquals((await events()).filter((name) => /submit|purchase/.test(name)), [
        "card-submit",
        "modal-payment-submit",
        "purchase",
      ]);
      const [email, id, url] = await stored();
      assertEquals([email, typeof id, url], ["ana@mail.example", "string", "/services/subscriptions"]);
      assertEquals(shopper.path(), "/trustcheck/offers");

      answers[CREATE] = refuses("Your bank declined this charge.");
      await shopper.tap("add-tck_guide_otp");
      await shopper.readUntil("Your bank declined this charge.");
      assertEquals([calls(), await events()], [["consent", "create-no-user"], ["additional-purchase-error"]]);
      answers[CREATE] = undefined;
      // The app drops a press within the second.
      await shopper.page.waitForFunction("(window.since ??= performance.now()) < performance.now() - 1000");
      await shopper.tap("add-tck_guide_otp");
      await shopper.see("bought-tck_guide_otp");
      assertEquals([calls(), await events()], [["consent", "create-no-user"], ["additional-purchase"]]);
    },
  },
  {
    title:
      "offer, W-OFFER-01: without the purchase in this tab it says 'No subscription data' and calls nothing; finalize, W-FINAL-01..06, W-ERR-05: a refusal says so and can be asked again; then profile, cleared, members area",
    isPaid: true,
    answers: { "/subscription-finalize": { status: 500, body: {} } },
    async live({ shopper, answers, calls, events, stored }) {
      const kept = await shopper.page.evaluate("sessionStorage.getItem('email')");
      await shopper.page.evaluate("sessionStorage.removeItem('email')");
      await shopper.tap("add-tck_guide_otp");
      await shopper.readUntil("No subscription data");
      assertEquals([calls(), await events()], [[], ["additional-purchase-error"]]);
      await shopper.page.evaluate(`sessionStorage.setItem('email', ${JSON.stringify(kept)})`);

      await shopper.tap("open-report");
      await shopper.see("report");
      assertEquals(calls().filter((name) => name === "subscription-finalize"), []);
      await signInByGoogle(shopper, "ana@mail.example");
      await shopper.readUntil("Finalize error");
      assertEquals((await stored())[0], "ana@mail.example");
      assertEquals(calls().filter((name) => /finalize|profile/.test(name)), ["subscription-finalize"]);
      answers["/subscription-finalize"] = undefined;
      await (await shopper.page.waitForSelector('[data-testid="finalize-error"] button'))?.click();
      await shopper.see("lookup-number");
      assertEquals(calls().filter((name) => /finalize|profile/.test(name)).slice(0, 2), [
        "subscription-finalize",
        "profile",
      ]);
      assertEquals([shopper.path(), await stored()], ["/trustcheck/webapp", [null, null, null]]);
    },
  },
];

const CALLS =
  /\/(consent|authorize|create-no-user|create-no-user-applepay|validate-merchant|subscription-finalize|profile)$/;

/** Each transition runs at one of three widths, in turn. */
const WIDTHS_PX = [320, 768, 1280] as const;

describe("the transitions of a purchase", () => {
  const fixture = appFixture({ env: { FUNNEL_EVENT_DAYS: "30" } });

  for (const [at, { title, isPaid = false, apple, answers: given = {}, live }] of TRANSITIONS.entries()) {
    const width = WIDTHS_PX[at % WIDTHS_PX.length] ?? 320;
    it(`${title} (${width} px)`, () =>
      fixture.visit(async (page) => {
        const answers: Answers = {};
        const calls: string[] = [];
        let reported = 0;
        const hear = recordFunnelEvents(page);
        await page.setViewport({ width, height: width === 320 ? 568 : 900 });
        await page.setRequestInterception(true);
        page.on("request", (request) => {
          const name = CALLS.exec(new URL(request.url()).pathname)?.[1];
          if (name !== undefined && request.method() !== "OPTIONS") calls.push(name);
          void answer(request, answers);
        });
        if (apple !== undefined) {
          await page.evaluateOnNewDocument(`if (self === top) { window.shopper = ${JSON.stringify(apple)}; ${APPLE} }`);
        }
        const kept = { ...READY_TO_PAY, local: { ...READY_TO_PAY.local, consent: "given" } };
        await enter(page, { origin: fixture.app.origin, path: "?step=payment", kept });
        const shopper = createShopper(page);
        await shopper.see("payment");
        const events = async () => {
          const all = (await hear()).map(({ name }) => name);
          const names = all.slice(reported).filter((name) => !/^(page-view|modal-payment-(open|close))$/.test(name));
          reported = all.length;
          return names;
        };
        if (isPaid) {
          await payByCard(shopper);
          await shopper.see("add-tck_guide_otp");
          await events();
          calls.length = 0;
        }
        Object.assign(answers, given);
        await live({
          shopper,
          answers,
          calls: () => calls.splice(0),
          events,
          phase: () => page.$eval('[data-testid="payment"]', (form) => form.getAttribute("data-phase")),
          stored: async () =>
            asStored(
              await page.evaluate(
                "['email', 'subscriptionId', 'url'].map((key) => JSON.parse(sessionStorage.getItem(key) ?? 'null'))",
              ),
            ),
        });
      }));
  }
});

/** Status 0: the connection breaks. */
async function answer(request: HTTPRequest, answers: Answers): Promise<void> {
  const row = Object.entries(answers).find(([end]) => request.url().endsWith(end))?.[1];
  if (row === undefined) return await request.continue();
  if (row.status === 0) return await request.abort();
  await request.respond({ status: row.status, contentType: "application/json", body: JSON.stringify(row.body) });
}

function asStored(value: unknown): readonly unknown[] {
  return value as readonly unknown[];
}
