/** The simulated issuer page, where a shopper approves, declines or cancels, as HTML without inline script. */
import { type Html, html, htmlDocument } from "../../../platform/html.ts";
import { BRANDS } from "../../../../sdk/card/brands.ts";
import type { HostedPage } from "./hosted_pages.ts";
import type { ChallengeRow, ExecutionRow } from "../db/tables.ts";
import { writeMoney } from "../context/money.ts";
import { amountText } from "../../../i18n/format.ts";

/** The complete message. Merchant pages compare it as a whole. */
export const CHALLENGE_DONE = '{"type":"3DS-challenge-completed"}';

export interface ChallengeResult {
  /** The exact origin that receives the message; empty for none. */
  readonly target: string;
  /** Where the page goes when no other page frames or opened it. */
  readonly next: string;
  readonly outcome: "success" | "error" | "cancel" | "pending";
}

/** `name` is the bank or the payment company. */
function page(title: string, name: string, main: Html): string {
  return htmlDocument({
    title,
    head: html`<link rel="stylesheet" href="/challenge/bank.css">`,
    body: html`
      <header>
        <span class="mark" aria-hidden="true"></span>
        <b>${name}</b>
        <span class="demo">No money moves here.</span>
      </header>
      <main>${main}</main>
      <script src="/challenge/bank.js"></script>
    `,
  });
}

/** The card that pays: `network` as the card form names it, `suffix` the last four digits. */
export interface ChallengedCard {
  readonly network: string | null;
  readonly suffix: string | null;
}

interface ChoiceOptions {
  /** Present after a wrong code. */
  readonly triesLeft?: number;
  /** How the page of a redirect method differs from the issuer's. */
  readonly hosted: HostedPage | undefined;
  /** Undefined for payments without a card. */
  readonly card?: ChallengedCard | undefined;
  /** Host of the merchant's site, as the shopper sees it in the address bar; empty when it is unknown. */
  readonly merchant?: string;
}

const BANK = "Test bank";

export function choicePage(
  challenge: ChallengeRow,
  row: ExecutionRow,
  { triesLeft, hosted, card, merchant = "" }: ChoiceOptions,
): string {
  const amount = amountText(writeMoney({ minor: row.amount_minor, currency: row.currency }), "en");
  const isBank = challenge.kind === "3ds";
  const heading = hosted?.heading ?? (isBank ? "Confirm your payment" : "Pay on this page");
  return page(
    heading,
    hosted?.name ?? BANK,
    html`
      <h1>${heading}</h1>
      <dl>
        <div class="total"><dt>Amount</dt><dd>${amount}</dd></div>
        ${merchant === "" ? "" : html`
          <div>
            <dt>Merchant</dt>
            <dd>${merchant}</dd>
          </div>
        `}
        ${card?.suffix
          ? html`
            <div>
              <dt>Card</dt>
              <dd>${brandName(card.network)} •••• ${card.suffix}</dd>
            </div>
          `
          : ""}
        <div><dt>Order</dt><dd>${row.merchant_reference}</dd></div>
      </dl>
      ${hosted?.extra}
      ${triesLeft === undefined ? "" : wrongCode(triesLeft)}
      <form method="post" action="/challenge/${challenge.id}">
        ${isBank ? codeField(challenge.code) : ""}
        <input type="hidden" name="referrer" value="">
        <button name="choice" value="approve" data-testid="approve">${isBank ? "Approve payment" : "Pay"}</button>
        <button class="quiet" name="choice" value="decline" data-testid="decline">Decline</button>
        <button class="quiet" name="choice" value="cancel" data-testid="cancel">Cancel</button>
      </form>
    `,
  );
}

function brandName(network: string | null): string {
  return Object.values(BRANDS).find((brand) => network !== null && brand.network === network)?.name ?? "Card";
}

function wrongCode(triesLeft: number): Html {
  const left = triesLeft === 1 ? "You can try once more." : `You can try ${triesLeft} more times.`;
  return html`<p role="alert">That code isn't right. You haven't been charged. ${left}</p>`;
}

function codeField(code: string): Html {
  return html`
    <label for="code">Your code is <b>${code}</b></label>
    <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" value="${code}" data-testid="code">
  `;
}

const DONE = {
  success: ["Approved", "good"],
  error: ["Declined", "bad"],
  cancel: ["Canceled", "bad"],
  pending: ["Thank you", "good"],
} as const;

export function donePage({ target, next, outcome }: ChallengeResult): string {
  const [heading, look] = DONE[outcome];
  return page(
    heading,
    BANK,
    html`
      <div class="end">
        <svg class="${look}" viewBox="0 0 64 64" aria-hidden="true">
          <circle cx="32" cy="32" r="28" />
          <path d="${look === "good" ? "M20 33l8 8 16-17" : "M23 23l18 18M41 23L23 41"}" />
        </svg>
        <h1>${heading}</h1>
        <p>Returning you to the store…</p>
      </div>
      <div id="done" data-target="${target}" data-next="${next}"></div>
    `,
  );
}

/**
 * Fills in the origin that framed the page, and at the end sends the message to exactly that origin or leaves the page.
 */
export const ISSUER_SCRIPT = `"use strict";
var field = document.querySelector("input[name=referrer]");
if (field && document.referrer) field.value = new URL(document.referrer).origin;
var done = document.getElementById("done");
if (done) {
  var target = done.dataset.target;
  var listener = window.parent !== window ? window.parent : window.opener;
  if (listener && target) listener.postMessage('${CHALLENGE_DONE}', target);
  if (window.parent === window && window.opener && target) window.close();
  if (window.parent === window && !window.opener && done.dataset.next) window.location.replace(done.dataset.next);
}
`;

/** Fits the smallest challenge frame, 250 x 400, without scrolling. */
export const ISSUER_STYLE = `:root { color-scheme: light dark; --ink: #10202e; --muted: #4a5b6c; --line: #d5dde5;
  --paper: #fff; --mist: #f4f6f8; --brand: #1f3a8a; --on-brand: #fff; --good: #1c6b3a; --bad: #b3202c;
  font: 15px/1.4 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9eff5; --muted: #a5b4c3; --line: #2a3947; --paper: #0f171f;
  --mist: #16212c; --brand: #9db6ff; --on-brand: #0f171f; --good: #7ed6a0; --bad: #ff8a8f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 0 8px; padding: 8px 16px;
  border-bottom: 1px solid var(--line); font-size: .875rem; }
.mark { width: 16px; height: 16px; border-radius: 4px; background: var(--brand); box-shadow: inset 0 -5px var(--muted); }
.demo { margin-inline-start: auto; color: var(--muted); font-size: .75rem; }
main { max-width: 480px; margin: 0 auto; padding: 8px 16px 12px; }
h1 { margin: 0; font-size: 1.125rem; line-height: 1.3; }
dl { margin: 6px 0 8px; padding: 4px 12px; border-radius: 10px; background: var(--mist); }
dl div { display: flex; justify-content: space-between; align-items: baseline; gap: 12px; padding: 2px 0;
  font-size: .8125rem; }
dt { flex: none; color: var(--muted); }
dd { margin: 0; min-width: 0; text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.total dd { font-size: 1.25rem; font-weight: 700; line-height: 1.2; }
[role=alert] { margin: 0 0 8px; color: var(--bad); font-size: .875rem; }
form { display: grid; grid-template-columns: 1fr 1fr; gap: 6px 8px; }
label, form > input, button:not(.quiet) { grid-column: 1 / -1; }
label { font-size: .875rem; }
input { width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--muted); border-radius: 10px;
  background: var(--paper); color: inherit; font: inherit; letter-spacing: .2em; font-variant-numeric: tabular-nums; }
button { min-height: 44px; padding: 8px 12px; border: 0; border-radius: 10px; background: var(--brand);
  color: var(--on-brand); font: inherit; font-weight: 600; cursor: pointer; }
button.quiet { background: none; color: var(--ink); font-weight: 400; text-decoration: underline; }
:focus-visible { outline: 3px solid #1a56db; outline-offset: 2px; }
svg { display: block; max-width: 100%; height: auto; }
.end { display: grid; justify-items: center; gap: 8px; padding: 56px 0; text-align: center; }
.end p { margin: 0; color: var(--muted); }
.end svg { width: 64px; fill: none; stroke: var(--bad); stroke-width: 4; stroke-linecap: round; stroke-linejoin: round; }
.end svg.good { stroke: var(--good); }
.end path { stroke-dasharray: 60; animation: draw .3s ease-out both; }
@keyframes draw { from { stroke-dashoffset: 60; } to { stroke-dashoffset: 0; } }
@media (prefers-reduced-motion: reduce) { .end path { animation: none; } }
`;
