/** The simulated pages of redirect methods: their name, and for Pix a QR code to continue on a phone. */
import { type Html, html, raw } from "../../../platform/html.ts";
import { renderSVG } from "uqr";
import { own } from "../../../../sdk/wire/own.ts";

export interface HostedPage {
  /** The company the page shows. Every name says that it is a test. */
  readonly name: string;
  readonly heading: string;
  /** Between the amount and the buttons. */
  readonly extra: Html;
}

const PAGES: Readonly<Record<string, Omit<HostedPage, "extra"> & { readonly hasPicture?: true }>> = {
  pix: { name: "Pix test page", heading: "Pay with Pix", hasPicture: true },
  mercadoPago: { name: "Mercado Pago test page", heading: "Pay with Mercado Pago" },
};

/** `address` is the page's own. The shopper scans it and decides on the phone; the merchant's page then continues. */
export function hostedPage(method: string, address: string): HostedPage {
  const { name, heading, hasPicture } = own(PAGES, method) ??
    { name: "Test payment page", heading: "Pay on this page" };
  const extra = hasPicture === true
    ? html`<p>Scan the code to continue on your phone, or choose below.</p>${qrCode(address)}`
    : html``;
  return { name, heading, extra };
}

/** Black on white in every colour scheme, with the quiet zone of four modules that scanners need. */
function qrCode(address: string): Html {
  const label = 'role="img" aria-label="QR code with the address of this page"';
  return raw(renderSVG(address, { border: 4, pixelSize: 1 }).replace("<svg", `<svg ${label} width="260" height="260"`));
}
