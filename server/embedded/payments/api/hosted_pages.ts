/** The simulated pages of redirect methods: their name, and for Pix a QR code to continue on a phone. */
import { qrSvg } from "../simulators/qr.ts";
import { own } from "../../../../sdk/wire/own.ts";

export interface HostedPage {
  /** The company the page shows. Every name says that it is a test. */
  readonly name: string;
  readonly heading: string;
  /** HTML between the amount and the buttons. */
  readonly extra: string;
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
    ? `<p>Scan the code to go on with your phone, or choose below.</p>
${qrSvg(address, "QR code with the address of this page")}
`
    : "";
  return { name, heading, extra };
}
