/** The steps of the purchase: how a browser reaches each, what the shopper does, and how the test checks the result. */
import type { Page } from "puppeteer";
import { answerChallenge, challengeFrame } from "../support/frames.ts";
import type { FaultOptions, Visit } from "../support/app/fault_fixture.ts";
import { RUNS } from "../support/app/funnel.ts";
import { cardFrame, signInByGoogle } from "../support/app/shopper.ts";

export interface Step extends FaultOptions {
  readonly name: string;
  /** What the shopper types or ticks before pressing. */
  readonly fill?: (visit: Visit) => Promise<void>;
  readonly press: (visit: Visit) => Promise<void>;
  readonly done: (visit: Visit) => Promise<unknown>;
  /** What must remain after a fault. */
  readonly typed?: (page: Page) => Promise<unknown>;
  /** Calls of this step, as "METHOD address". */
  readonly calls?: RegExp;
  /** What the page says when a call has no answer, and when the answer is a 500. */
  readonly says?: RegExp;
  /** The screens on which the shopper may be when storage fails, and how the shopper continues from there. */
  readonly stands?: (visit: Visit) => Promise<unknown>;
  readonly enter?: (visit: Visit) => Promise<void>;
  /** How the shopper continues after that; by default by pressing again. */
  readonly again?: (visit: Visit) => Promise<void>;
  /** The part of the app that loads with the press, or with the step. */
  readonly part?: RegExp;
  /** The part loads with the step instead of the press. */
  readonly isPartOfOpening?: boolean;
  /** What the shopper presses while the part is missing, where just opening the step does not show it. */
  readonly waitsForPart?: (visit: Visit) => Promise<void>;
  /** How the shopper completes the step in spite of it. */
  readonly withoutPart?: (visit: Visit) => Promise<void>;
  /** All charges of this shopper at the end. */
  readonly charges: readonly string[];
}

const WEEKLY = "tck_weekly_3dtrial";
const PDF = "tck_pdf_report_otp";
const tapText = (text: string) => async ({ page }: Visit) => {
  const button = await page.waitForSelector(`xpath/.//button[normalize-space()="${text}"]`, { visible: true });
  await button?.click();
};
async function typeNumber({ shopper, page }: Visit): Promise<void> {
  // Hydration may replace the prerendered screen. first_screen_test.ts tests earlier input.
  await page.waitForFunction(RUNS);
  await shopper.fill("phone", "+1 650 253 0000");
}
export const fillCard = async ({ shopper }: Visit) => {
  await shopper.typeCard({ number: "4242424242424242" });
  await shopper.tap("consent-tick");
};
/**
 * Presses what the page offers after a payment without an answer. The page never offers a second payment while the
 * first is unknown.
 */
async function continuePaying({ shopper }: Visit): Promise<void> {
  const said = await shopper.readUntil(/Check again|Try again|You haven't been charged|Payment complete\. Your report/);
  if (/Check again/.test(said)) return await shopper.tap("ask-bank");
  if (/Payment complete\. Your report/.test(said)) return;
  if (/Your bank approved/.test(said)) return await shopper.tap("retry-create");
  await shopper.pressPay();
}

/** Signs in through the simulator's window with the email of the purchase. */
export async function signIn({ shopper, email }: Visit): Promise<void> {
  await signInByGoogle(shopper, email);
}

export const STEPS: readonly Step[] = [
  {
    name: "number",
    needs: "nothing",
    path: () => "",
    fill: typeNumber,
    press: ({ shopper }) => shopper.tap("check-it"),
    done: ({ shopper }) => shopper.readUntil("Mountain View"),
    typed: (page) => page.$eval('[data-testid="phone"]', (field) => "value" in field && field.value),
    calls: /POST .*\/report\/check$/,
    says: /Your number is saved/,
    part: /\/services\./,
    isPartOfOpening: true,
    waitsForPart: async (visit) => {
      await typeNumber(visit);
      await visit.shopper.tap("check-it");
    },
    charges: [],
  },
  {
    name: "quiz",
    needs: "details",
    path: () => "?q=8",
    press: async ({ page }) => {
      await page.waitForSelector('[data-question="8"] label', { visible: true });
      await page.click('[data-question="8"] label:last-of-type');
    },
    done: ({ page }) => page.waitForSelector('[data-question="9"]'),
    typed: (page) => page.evaluate("localStorage.getItem('validatorData')"),
    part: /\/QuizPage\./,
    isPartOfOpening: true,
    charges: [],
  },
  {
    name: "scan",
    needs: "details",
    path: () => "scanning",
    press: () => Promise.resolve(),
    done: ({ shopper }) => shopper.readUntil(/What's in the full report|You've seen everything we know/),
    typed: (page) => page.evaluate("localStorage.getItem('validatorData')"),
    calls: /POST .*\/report\/check$/,
    says: /Your number is saved/,
    again: tapText("Try again"),
    part: /\/ScanningPage\./,
    isPartOfOpening: true,
    charges: [],
  },
  {
    name: "details",
    needs: "details",
    path: () => "?step=details",
    fill: ({ shopper, email }) => shopper.fill("details-email", email),
    press: ({ shopper }) => shopper.tap("details-continue"),
    done: ({ shopper }) => shopper.see("plan-continue"),
    typed: (page) => page.evaluate("localStorage.getItem('quizEmail') + sessionStorage.getItem('checkout')"),
    part: /\/CheckoutPage\./,
    isPartOfOpening: true,
    charges: [],
  },
  {
    name: "plan",
    needs: "details",
    path: () => "?step=plan",
    fill: ({ shopper }) => shopper.tap("plan-tck_3month_plan"),
    press: ({ shopper }) => shopper.tap("plan-continue"),
    done: ({ shopper }) => shopper.readUntil(/Today for the first 3 months\s+\$48\.00/),
    typed: (page) => page.$eval('input[value="tck_3month_plan"]', (radio) => "checked" in radio && radio.checked),
    part: /\/CheckoutPage\./,
    isPartOfOpening: true,
    charges: [],
  },
  {
    name: "payment form",
    needs: "details",
    path: () => "?step=payment",
    stands: async ({ page, shopper }) => {
      await page.goto(`${new URL(page.url()).origin}/trustcheck/?step=plan`);
      await shopper.see("plan-continue");
    },
    enter: ({ shopper }) => shopper.tap("plan-continue"),
    press: () => Promise.resolve(),
    done: async ({ page }) => {
      await page.waitForSelector("#payrails-card-payment-button", { visible: true });
      await cardFrame(page);
    },
    typed: (page) => page.evaluate("localStorage.getItem('quizEmail') + sessionStorage.getItem('checkout')"),
    calls: /GET .*\/init\/session/,
    says: /We couldn't load the card form[^]*You haven't been charged/,
    again: ({ shopper }) => shopper.tap("reload-form"),
    part: /\/sdk\/[^/]*\/index\.[^/]*mjs$/,
    isPartOfOpening: true,
    charges: [],
  },
  {
    name: "authorize",
    needs: "details",
    path: () => "?step=payment",
    fill: fillCard,
    press: ({ shopper }) => shopper.pressPay(),
    done: ({ shopper }) => shopper.readUntil("Payment complete. Your report is ready."),
    calls: /POST .*\/authorize$/,
    says: /Check again|You haven't been charged/,
    again: continuePaying,
    part: /\/OffersPage\./,
    charges: [WEEKLY],
  },
  {
    name: "create",
    needs: "details",
    path: () => "?step=payment",
    fill: fillCard,
    press: ({ shopper }) => shopper.pressPay(),
    done: ({ shopper }) => shopper.readUntil("Payment complete. Your report is ready."),
    calls: /POST .*\/create-no-user$/,
    says: /not (be )?charged twice/,
    again: continuePaying,
    charges: [WEEKLY],
  },
  {
    name: "issuer's challenge",
    needs: "details",
    path: () => "?step=payment",
    fill: async (visit) => {
      await visit.shopper.typeCard({ number: "4000002500003155" });
      await visit.shopper.tap("consent-tick");
      await visit.shopper.pressPay();
      await challengeFrame(visit.page);
    },
    press: ({ page }) => answerChallenge(page),
    done: ({ shopper }) => shopper.readUntil("Payment complete. Your report is ready."),
    calls: /GET .*\/executions\/[\w-]+$/,
    says: /Check again|You haven't been charged/,
    again: continuePaying,
    part: /\/after\.[^/]*\.mjs$/,
    withoutPart: async ({ shopper, page, fault }) => {
      await shopper.typeCard({ number: "4000002500003155" });
      await shopper.tap("consent-tick");
      await shopper.pressPay();
      // The browser blocks the popup, so the whole page goes to the issuer page, which returns to it.
      await page.waitForFunction("location.pathname.startsWith('/challenge/')");
      // The page that asks for the outcome needs the same file.
      fault(undefined);
      await (await page.waitForSelector("[data-testid=approve]", { visible: true }))?.click();
    },
    charges: [WEEKLY],
  },
  {
    name: "offers",
    needs: "purchase",
    path: () => "offers",
    stands: ({ shopper }) => shopper.see(`add-${PDF}`),
    press: ({ shopper }) => shopper.tap(`add-${PDF}`),
    done: ({ shopper }) => shopper.see(`bought-${PDF}`),
    calls: /POST .*\/(consent|create-no-user)$/,
    says: /When you're back online, try again|An error occurred/,
    // The app drops presses within a second of the last one (W-LIMIT-03).
    again: async ({ shopper }) => {
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      await shopper.tap(`add-${PDF}`);
    },
    part: /\/OffersPage\./,
    isPartOfOpening: true,
    charges: [PDF, WEEKLY],
  },
  {
    name: "report",
    needs: "purchase",
    path: ({ subscriptionId }) => `access-product?vSubscriptionId=${subscriptionId}`,
    press: () => Promise.resolve(),
    done: ({ shopper }) => shopper.see("report"),
    calls: /POST .*\/services\/report$/,
    says: /Try again/,
    again: tapText("Try again"),
    part: /\/AccessProductPage\./,
    isPartOfOpening: true,
    charges: [WEEKLY],
  },
  {
    name: "sign-in",
    needs: "purchase",
    path: ({ subscriptionId }) => `access-product?vSubscriptionId=${subscriptionId}`,
    press: signIn,
    done: ({ shopper }) => shopper.see("lookup-number"),
    calls: /POST .*identitytoolkit.*accounts:(signInWithIdp|lookup)/,
    says: /The connection was lost|We couldn't sign you in/,
    part: /\/identity_firebase\./,
    isPartOfOpening: true,
    waitsForPart: ({ shopper }) => shopper.tap("sign-in-google"),
    charges: [WEEKLY],
  },
  {
    name: "finalize",
    needs: "purchase",
    path: ({ subscriptionId }) => `access-product?vSubscriptionId=${subscriptionId}`,
    press: signIn,
    done: ({ shopper }) => shopper.see("lookup-number"),
    calls: /(POST .*\/finalize|GET .*\/services\/profile\?.*)$/,
    says: /You're signed in, but our server didn't respond|Finalize error/,
    again: tapText("Try again"),
    part: /\/WebappPage\./,
    charges: [WEEKLY],
  },
];
