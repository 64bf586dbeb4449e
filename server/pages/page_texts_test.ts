/** What the pages without script say, in each language, compared with the approved texts. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
import { compareApproved, compareApprovedText, pageText } from "../../tests/support/approved.ts";
import { fakeAssets } from "../../tests/support/app/fake_context.ts";
import { readConfig } from "../config/config.ts";
import { errorsPage } from "../embedded/errors/errors_page.ts";
import { simulatorPages } from "../embedded/identity/providers/simulator.ts";
import { mailboxPage } from "../embedded/mail/mailbox_page.ts";
import { hostedPage } from "../embedded/payments/api/hosted_pages.ts";
import { choicePage, donePage } from "../embedded/payments/api/issuer_page.ts";
import type { ChallengeRow, ExecutionRow } from "../embedded/payments/db/tables.ts";
import type { CancellationOptions } from "../wire/billing/cancellation.ts";
import type { Language } from "../wire/site/languages.ts";
import * as alert from "./alert_pages.ts";
import * as cancellation from "./cancellation_pages.ts";
import * as unsubscribe from "./unsubscribe_pages.ts";
import * as withdrawal from "./withdrawal_pages.ts";
import { siteOf } from "../routes/app/spa.ts";
import { plainAnswer, plainAppAnswer, type PlainPage } from "./plain_page.ts";
import { type FormKind, refusedPage } from "./refused_pages.ts";

const AT = "2027-01-31T10:00:00.000Z";
const UNTIL = "2027-02-09T10:00:00.000Z";
const OPTIONS: CancellationOptions = {
  subscription_id: "s1",
  name: "Weekly plan",
  status: "active",
  until: UNTIL,
  next_charge: { at: UNTIL, cents: 1999 },
  products: [{ name: "Scam guide", until: UNTIL }, { name: "PDF report", until: AT }],
  withdrawals: [
    { charge_id: "c1", name: "Weekly plan with a 3-day trial", kind: "first", cents: 100, until: UNTIL },
    { charge_id: "c2", name: "Scam guide", kind: "addon", cents: 499, until: AT },
  ],
};
const CANCELLED: CancellationOptions = { ...OPTIONS, status: "cancelled", next_charge: null, products: [] };
const ONE: CancellationOptions = { ...OPTIONS, subscription_id: "s2", withdrawals: OPTIONS.withdrawals.slice(0, 1) };
const NOTHING: CancellationOptions = { ...OPTIONS, withdrawals: [] };
const WITHDRAWN = { at: AT, refund_cents: 599, refunds: [], error: "" };

const cancel = (options: CancellationOptions, nowMs = 0) => (language: Language) =>
  cancellation.cancelPage(language, { content: "SECRET", options, nowMs });
const refused = (kind: FormKind, status: number) => (language: Language) =>
  refusedPage({ language, kind, status, base: "/trustcheck", email: "ann@example.com" });
const confirm = (charges: readonly string[], options = OPTIONS) => (language: Language) =>
  withdrawal.confirmPage(language, { content: "SECRET", options, charges });

const cancelled =
  ({ already, nowMs = 0 }: { readonly already: boolean; readonly nowMs?: number }) => (language: Language) =>
    cancellation.cancelledPage(language, { status: "cancelled", until: UNTIL, already, error: "" }, nowMs);

const PAGES: Readonly<Record<string, (language: Language) => PlainPage>> = {
  cancel: cancel(OPTIONS),
  cancel_without_products: cancel({ ...OPTIONS, products: [] }),
  cancel_waiting_for_card: cancel({ ...OPTIONS, status: "past_due", next_charge: null, products: [] }),
  cancel_already_cancelled: cancel(CANCELLED),
  cancel_ended: cancel({ ...OPTIONS, status: "ended", next_charge: null }),
  cancel_while_retried: cancel({ ...OPTIONS, status: "past_due", products: [] }, Date.parse(UNTIL)),
  cancel_while_paused: cancel({ ...OPTIONS, status: "paused", products: [] }, Date.parse(UNTIL)),
  cancelled: cancelled({ already: false }),
  cancelled_before: cancelled({ already: true }),
  cancelled_while_retried: cancelled({ already: false, nowMs: Date.parse(UNTIL) }),
  cancel_failed: cancellation.cancelFailedPage,
  cancel_by_email: (language) => cancellation.cancelByEmailPage(language),
  invalid_link: cancellation.invalidLinkPage,
  email_sent_plan: (language) => cancellation.emailSentPage(language, "plan"),
  email_sent_purchase: (language) => cancellation.emailSentPage(language, "purchase"),
  withdraw: (language) =>
    withdrawal.withdrawPage(language, {
      base: "/trustcheck",
      purchases: [OPTIONS, ONE, NOTHING],
      email: "ann@example.com",
    }),
  withdraw_unknown: (language) => withdrawal.withdrawPage(language, { base: "/trustcheck" }),
  withdraw_confirm_all: confirm([]),
  withdraw_confirm_product: confirm(["c2"]),
  withdraw_confirm_product_of_cancelled: confirm(["c2"], CANCELLED),
  withdraw_confirm_over: confirm([], NOTHING),
  withdrawn_plan: (language) => withdrawal.withdrawnPage(language, { ...WITHDRAWN, is_plan_over: true }),
  withdrawn_product: (language) => withdrawal.withdrawnPage(language, { ...WITHDRAWN, is_plan_over: false }),
  withdrawn_product_of_cancelled: (language) =>
    withdrawal.withdrawnPage(language, { ...WITHDRAWN, is_plan_over: false, plan_renews: false }),
  withdraw_nothing_ticked: (language) => withdrawal.withdrawRefusedPage(language, "nothing ticked"),
  withdraw_over: (language) => withdrawal.withdrawRefusedPage(language, "over"),
  withdraw_failed: (language) => withdrawal.withdrawRefusedPage(language, "failed"),
  end_reminders: (language) => unsubscribe.unsubscribePage(language, "SECRET"),
  reminders_ended: unsubscribe.unsubscribedPage,
  end_reminders_over: unsubscribe.unsubscribeLinkOverPage,
  end_alert: (language) => alert.endAlertPage(language, "SECRET"),
  alert_ended: alert.alertEndedPage,
  end_alert_over: alert.alertLinkOverPage,
  refused_cancel_email: refused("cancel-request", 400),
  refused_cancel_too_many: refused("cancel-request", 429),
  refused_withdraw_email: refused("withdraw-request", 400),
  refused_withdraw_elsewhere: refused("withdraw-request", 403),
  refused_withdraw_failed: refused("withdraw-request", 500),
  refused_link: refused("link", 400),
  refused_link_too_many: refused("link", 429),
  refused_alert_link: refused("alert-link", 400),
  refused_link_failed: refused("link", 502),
};

const textOf = async (page: PlainPage, env: Readonly<Record<string, string>> = {}) =>
  pageText(await plainAnswer({ config: readConfig(env), assets: fakeAssets }, page).text());

/** What comes between header and footer; these are the same on every page. */
function contentOf(text: string): string {
  return [...text.matchAll(/^<title> .*|^<main>[^]*?(?=\n<footer>)/gm)].join("\n");
}

describe("the texts of pages without script", () => {
  for (const [name, page] of Object.entries(PAGES)) {
    it(`${name.replaceAll("_", " ")}: says what was approved`, () =>
      compareApproved(`pages/${name}`, async (language) => contentOf(await textOf(page(language)))));
  }

  it("SECURITY B6: no answer may be framed or cached, and none sends the secret in its address to another site", () => {
    const context = { config: readConfig({}), assets: fakeAssets };
    const page = alert.alertEndedPage("en");
    const site = siteOf({ ...context, host: "localhost" });
    const answers = [plainAnswer(context, page), plainAnswer(context, page, 404), plainAppAnswer(context, page, site)];
    assertEquals(answers.map(({ status }) => status), [200, 404, 200]);
    for (const { headers } of answers) {
      assertEquals(headers.get("content-type"), "text/html; charset=utf-8");
      assertEquals(headers.get("referrer-policy"), "same-origin");
      assertEquals(headers.get("cache-control"), "no-store");
      assertMatch(headers.get("content-security-policy") ?? "", /frame-ancestors 'none'(;|$)/);
    }
  });

  it("the header and the footer of every page, and the strip of a demonstration", () =>
    compareApproved("pages/header_and_footer", (language) => textOf(alert.alertEndedPage(language), { DEMO: "1" })));
});

const EXECUTION = { merchant_reference: "order-7", amount_minor: 1999, currency: "USD" } as ExecutionRow;
const challengeOf = (kind: ChallengeRow["kind"]) => ({ id: "ch1", code: "123456", kind }) as ChallengeRow;
const issuer = (kind: ChallengeRow["kind"], method?: string, triesLeft?: number) => () =>
  choicePage(challengeOf(kind), EXECUTION, {
    merchant: "shop.example",
    card: kind === "3ds" ? { network: "visa", suffix: "3155" } : undefined,
    hosted: method === undefined ? undefined : hostedPage(method, "https://pay.example/challenge/ch1"),
    ...(triesLeft === undefined ? {} : { triesLeft }),
  });
const done = (outcome: "success" | "error" | "cancel" | "pending") => () =>
  donePage({ target: "https://shop.example", next: "https://shop.example/after", outcome });
const simulator = (path: string) => async () => {
  const answer = await simulatorPages().request(path);
  return `${answer.status}\n${await answer.text()}`;
};
const MAIL = { kind: "enrolment", to: "ann@example.com", html: "", at: AT };

/** Pages for developers and of simulated providers. */
const ENGLISH: Readonly<Record<string, () => string | Promise<string>>> = {
  issuer_challenge: issuer("3ds"),
  issuer_challenge_last_try: issuer("3ds", undefined, 1),
  issuer_challenge_second_try: issuer("3ds", undefined, 2),
  hosted_pix: issuer("redirect", "pix"),
  hosted_mercado_pago: issuer("redirect", "mercadoPago"),
  hosted_another: issuer("redirect", "another"),
  hosted_without_method: issuer("redirect"),
  issuer_done_success: done("success"),
  issuer_done_error: done("error"),
  issuer_done_cancel: done("cancel"),
  issuer_done_pending: done("pending"),
  simulator_google: simulator("/handler?providerId=google.com"),
  simulator_apple: simulator("/handler?providerId=apple.com"),
  simulator_unknown: simulator("/handler?providerId=other.com"),
  simulator_helper: simulator("/iframe"),
  mailbox_empty: () => mailboxPage([], ""),
  mailbox: () =>
    mailboxPage([
      { ...MAIL, id: "m1", subject: "Your receipt", text: "Open https://app.example/a?b=1 now", unsubscribeUrl: "" },
      { ...MAIL, id: "m/2", subject: "A reminder", text: "Hello", unsubscribeUrl: "https://app.example/end" },
    ], "ann@example.com"),
  error_reports_empty: () => errorsPage([]),
  error_reports: () =>
    errorsPage([
      {
        id: "1",
        project: "1",
        kind: "event",
        title: "",
        release: "5.0.0",
        received_ms: Date.parse(AT),
        body_json: "{}",
      },
      {
        id: "2",
        project: "1",
        kind: "event",
        title: "TypeError",
        release: "5.0.0",
        received_ms: Date.parse(AT),
        body_json: '{"a":[1]}',
      },
    ]),
};

describe("the texts of pages for developers and of simulated providers", () => {
  for (const [name, page] of Object.entries(ENGLISH)) {
    it(`${name.replaceAll("_", " ")}: says what was approved`, async () =>
      await compareApprovedText(`pages/simulated/${name}`, `${pageText(await page())}\n`));
  }
});
