/** The simulated issuer page, where a shopper approves, declines or cancels, as HTML without inline script. */
import { type Html, html, htmlDocument } from "../../../platform/html.ts";
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

function page(title: string, main: Html): string {
  return htmlDocument({
    title,
    head: html`<link rel="stylesheet" href="/challenge/bank.css">`,
    body: html`
      <main>${main}</main>
      <script src="/challenge/bank.js"></script>
    `,
  });
}

interface ChoiceOptions {
  /** Present after a wrong code. */
  readonly triesLeft?: number;
  /** How the page of a redirect method differs from the issuer's. */
  readonly hosted: HostedPage | undefined;
}

export function choicePage(
  challenge: ChallengeRow,
  row: ExecutionRow,
  { triesLeft, hosted }: ChoiceOptions,
): string {
  const amount = amountText(writeMoney({ minor: row.amount_minor, currency: row.currency }), "en");
  const heading = hosted?.heading ?? (challenge.kind === "3ds" ? "Is this you?" : "Pay on this page");
  return page(
    heading,
    html`
      <p class="demo">${hosted?.name ?? "Test bank"}. No money moves here.</p>
      <h1>${heading}</h1>
      <p>${row.merchant_reference} asks for <b>${amount}</b>.</p>
      ${hosted?.extra}
      ${triesLeft === undefined ? "" : wrongCode(triesLeft)}
      <form method="post" action="/challenge/${challenge.id}">
        ${challenge.kind === "3ds" ? codeField(challenge.code) : ""}
        <input type="hidden" name="referrer" value="">
        <button name="choice" value="approve" data-testid="approve">Approve</button>
        <button name="choice" value="decline" data-testid="decline">Decline</button>
        <button name="choice" value="cancel" data-testid="cancel">Cancel</button>
      </form>
    `,
  );
}

function wrongCode(triesLeft: number): Html {
  const left = triesLeft === 1 ? "You can try once more." : `You can try ${triesLeft} more times.`;
  return html`<p role="alert">That code is not right. Nothing was charged. ${left}</p>`;
}

function codeField(code: string): Html {
  return html`
    <label for="code">The code we sent you is <b>${code}</b></label>
    <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" value="${code}" data-testid="code">
  `;
}

export function donePage({ target, next, outcome }: ChallengeResult): string {
  const words = {
    success: "Thank you.",
    error: "The payment was declined.",
    cancel: "Cancelled.",
    pending: "Thank you.",
  };
  return page(
    "Done",
    html`
      <h1>${words[outcome]}</h1>
      <p>You can close this window.</p>
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
  if (window.parent === window && !window.opener && done.dataset.next) window.location.replace(done.dataset.next);
}
`;

export const ISSUER_STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 16px; }
main { max-width: 30rem; margin: 0 auto; }
h1 { font-size: 1.25rem; margin: 0 0 8px; }
.demo { font-size: .875rem; margin: 0 0 12px; }
label { display: block; }
input { font: inherit; padding: 10px; width: 100%; box-sizing: border-box; margin: 4px 0 12px; }
button { font: inherit; min-height: 44px; padding: 8px 16px; margin: 0 8px 8px 0; }
`;
