/** /stand-ins/*: scripts with the public APIs of Apple Pay, Google Pay and PayPal, so that every flow runs offline. */
import { Hono } from "hono";
import APPLE_PAY_JS from "./apple_pay.js" with { type: "text" };
import GOOGLE_PAY_JS from "./google_pay.js" with { type: "text" };
import PAYPAL_JS from "./paypal.js" with { type: "text" };
import SHEET_JS from "./sheet.js" with { type: "text" };
import { own } from "../../../../sdk/wire/own.ts";

const SCRIPTS: Readonly<Record<string, string>> = {
  applePay: APPLE_PAY_JS,
  googlePay: GOOGLE_PAY_JS,
  payPal: PAYPAL_JS,
};
const FILES: Readonly<Record<string, string>> = {
  applePay: "apple-pay.js",
  googlePay: "google-pay.js",
  payPal: "paypal.js",
};

/** Each script contains the sheet in a scope of its own, so that a page loads one address per wallet. */
export function simulatorRoutes(): Hono {
  const app = new Hono();
  for (const [code, script] of Object.entries(SCRIPTS)) {
    const text = `"use strict";\n{\n${SHEET_JS}\n${script}}\n`;
    app.get(`/${FILES[code]}`, (c) => c.body(text, 200, { "content-type": "text/javascript; charset=utf-8" }));
  }
  return app;
}

/** The script's address for pages of this method; empty for methods without one. */
export function simulatorScript(apiBase: string, code: string): { readonly scriptUrl?: string } {
  const file = own(FILES, code);
  return file === undefined ? {} : { scriptUrl: `${apiBase}/stand-ins/${file}` };
}
