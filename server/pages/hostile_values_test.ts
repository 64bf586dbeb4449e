/** Pages that show outside values: markup in a value stays text, in an element and in an attribute (SECURITY B2). */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fakeAssets } from "../../tests/support/app/fake_context.ts";
import { readConfig } from "../config/config.ts";
import { errorsPage } from "../embedded/errors/errors_page.ts";
import { mailboxPage } from "../embedded/mail/mailbox_page.ts";
import { choicePage, donePage } from "../embedded/payments/api/issuer_page.ts";
import type { ChallengeRow, ExecutionRow } from "../embedded/payments/db/tables.ts";
import { cardFramePage } from "../routes/frame/card_frame.ts";
import type { CancellationOptions } from "../wire/billing/cancellation.ts";
import { endAlertPage } from "./alert_pages.ts";
import * as cancellation from "./cancellation_pages.ts";
import * as unsubscribe from "./unsubscribe_pages.ts";
import * as withdrawal from "./withdrawal_pages.ts";
import { plainAnswer, type PlainPage } from "./plain_page.ts";
import { refusedPage } from "./refused_pages.ts";
import { unknownPlanPage } from "./not_found_page.ts";
import { fillShell } from "./shell.ts";
import { siteOf } from "../routes/app/spa.ts";

const HOSTILE = `"><script>alert(1)</script>'&`;
const AS_TEXT = "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;";
const config = readConfig({ SENTRY_DSN: "https://k@x.example/</script><script>alert(1)/1" });
const AT = "2026-11-21T10:00:00.000Z";
const LEAVING: CancellationOptions = {
  subscription_id: HOSTILE,
  name: HOSTILE,
  status: "active",
  until: AT,
  next_charge: { at: AT, cents: 100 },
  products: [{ name: HOSTILE, until: AT }],
  withdrawals: [{ charge_id: HOSTILE, name: HOSTILE, kind: "addon", cents: 100, until: AT }],
};
const CHALLENGE: Partial<ChallengeRow> = { id: HOSTILE, code: HOSTILE, kind: "3ds" };
const EXECUTION: Partial<ExecutionRow> = { merchant_reference: HOSTILE, amount_minor: 100, currency: "USD" };
const MAIL = { id: HOSTILE, kind: HOSTILE, to: HOSTILE, subject: HOSTILE, text: HOSTILE, html: "", at: AT };
const EVENT = { id: "1", project: "1", kind: HOSTILE, title: HOSTILE, release: HOSTILE, received_ms: 0 };
const FRAME = { vaultId: HOSTILE, publicKey: HOSTILE, keyId: HOSTILE, environment: "TEST", parents: [] } as const;

const plain = (page: PlainPage) => plainAnswer({ config, assets: fakeAssets }, page).text();
const confirm = { content: HOSTILE, options: LEAVING, charges: [] };
const refusal = { language: "en", status: 400, base: "/trustcheck", email: HOSTILE } as const;

/** How often each page shows the value. */
const PAGES: readonly (readonly [what: string, page: () => string | Promise<string>, times: number])[] = [
  ["any title", () => plain({ ...endAlertPage("en", "s"), title: HOSTILE }), 2],
  ["the end of an alert", () => plain(endAlertPage("en", HOSTILE)), 1],
  ["cancelling", () => plain(cancellation.cancelPage("en", { content: HOSTILE, options: LEAVING, nowMs: 0 })), 3],
  [
    "cancelling a cancelled plan",
    () => plain(cancellation.cancelPage("en", { content: "", options: { ...LEAVING, status: "cancelled" }, nowMs: 0 })),
    1,
  ],
  ["cancelling by email", () => plain(cancellation.cancelByEmailPage("en", HOSTILE)), 1],
  ["withdrawing", () => plain(withdrawal.withdrawPage("en", { base: "", purchases: [LEAVING], email: HOSTILE })), 4],
  ["confirming a withdrawal", () => plain(withdrawal.confirmPage("en", confirm)), 3],
  [
    "a withdrawal that is over",
    () => plain(withdrawal.confirmPage("en", { ...confirm, options: { ...LEAVING, withdrawals: [] } })),
    1,
  ],
  ["ending reminders", () => plain(unsubscribe.unsubscribePage("en", HOSTILE)), 1],
  ["a refused cancellation", () => plain(refusedPage({ ...refusal, kind: "cancel-request" })), 1],
  ["a refused withdrawal", () => plain(refusedPage({ ...refusal, kind: "withdraw-request" })), 1],
  ["the mailbox", () => mailboxPage([{ ...MAIL, unsubscribeUrl: HOSTILE }], HOSTILE), 6],
  ["the error reports", () => errorsPage([{ ...EVENT, body_json: JSON.stringify(HOSTILE) }]), 4],
  [
    "the issuer page",
    () => choicePage(CHALLENGE as ChallengeRow, EXECUTION as ExecutionRow, { hosted: undefined, triesLeft: 1 }),
    4,
  ],
  ["the issuer page's end", () => donePage({ target: HOSTILE, next: HOSTILE, outcome: "success" }), 2],
  ["an unknown plan", () => plain(unknownPlanPage("en", "/trustcheck", { param: "plan_id", id: HOSTILE })), 2],
];

describe("hostile values", () => {
  for (const [what, page, times] of PAGES) {
    it(`SECURITY B2: are text on the page of ${what}`, async () => {
      const html = await page();
      assert(!html.includes("<script>alert"), html);
      assertEquals(html.split(AS_TEXT).length - 1, times, html);
    });
  }

  it("SECURITY B2: cannot close the element that holds a page's data", async () => {
    const site = siteOf({ config, assets: fakeAssets, host: "localhost" });
    const options = { site, language: "en", screen: undefined, liveReload: false } as const;
    const pages = [
      (await fillShell(fakeAssets, options)).html,
      cardFramePage({ script: "/s.js", styles: "/s.css" }, { ...FRAME, servedMs: 0 }),
    ];
    for (const html of pages) {
      assert(!html.includes("<script>alert"), html);
      assertStringIncludes(html, "\\u003cscript>alert(1)");
    }
  });
});
