/** What a merchant's content security policy must allow per payment method, for /sdk/5/manifest.json. */
import type { Config } from "../../config/config.ts";

export type Directives = Readonly<Record<string, readonly string[]>>;

/** Name of the Trusted Types policy with which the SDK loads a wallet's script; nothing else in it needs one. */
const TRUSTED_TYPES_POLICY = "payrails";
const PAYPAL = ["https://*.paypal.com", "https://*.paypalobjects.com", "https://*.venmo.com"];
const LEAN = "https://cdn.leantech.me";
const GOOGLE = ["https://pay.google.com", "https://google.com", "https://www.google.com"];

/**
 * The hosts are those in the vendors' documentation; a 3-D Secure challenge may need hosts that only the issuer knows.
 */
export function cspDirectives({ publicOrigin, frameOrigin }: Pick<Config, "publicOrigin" | "frameOrigin">) {
  const own = {
    "script-src": [publicOrigin],
    "style-src": [publicOrigin],
    "connect-src": [publicOrigin],
    // With every method: the SDK's log and the issuer's check are in frames as well.
    "frame-src": [frameOrigin],
  };
  const wallet = (name: string, hosts: Directives) => ({
    [name]: { ...joined(own, hosts), "trusted-types": [TRUSTED_TYPES_POLICY] },
  });
  return {
    card: own,
    pix: own,
    mercadoPago: own,
    ...wallet("googlePay", {
      "script-src": GOOGLE.slice(0, 1),
      "connect-src": GOOGLE,
      "frame-src": GOOGLE.slice(0, 1),
      "img-src": ["https://www.gstatic.com"],
    }),
    ...wallet("applePay", { "script-src": ["https://applepay.cdn-apple.com"] }),
    // Lean documents only its script's host; its dialog is a frame from another one.
    ...wallet("lean", {
      "script-src": [LEAN],
      "connect-src": ["https://*.leantech.me"],
      "frame-src": ["https://*.leantech.me"],
    }),
    ...wallet("payPal", { "script-src": PAYPAL, "connect-src": PAYPAL, "frame-src": PAYPAL, "img-src": PAYPAL }),
  } satisfies Record<string, Directives>;
}

function joined(one: Directives, other: Directives): Directives {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...names].map((name) => [name, [...one[name] ?? [], ...other[name] ?? []]]));
}
