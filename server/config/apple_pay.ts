/**
 * Apple Pay settings: which merchant asks for sessions, with which certificate, and which gateway hosts may be asked.
 */

type Env = Readonly<Record<string, string | undefined>>;

/** Gateways Apple documents for production. */
const LIVE_HOSTS = ["apple-pay-gateway.apple.com", "cn-apple-pay-gateway.apple.com"];
/** Sandbox gateways: only with APPLE_PAY_TEST=1, on loopback or in a demonstration. */
const TEST_HOSTS = ["apple-pay-gateway-cert.apple.com", "cn-apple-pay-gateway-cert.apple.com"];
/** Older hosts that Apple no longer lists, behind APPLE_PAY_OLD_HOSTS=1. */
const OLD_HOSTS = [
  ...["nc", "pr"].flatMap((site) => [1, 2, 3, 4, 5].map((n) => `apple-pay-gateway-${site}-pod${n}.apple.com`)),
  ...["sh", "tj"].flatMap((site) => [1, 2, 3].map((n) => `cn-apple-pay-gateway-${site}-pod${n}.apple.com`)),
];

export type ApplePayConfig =
  | { readonly mode: "off" }
  /** Loopback without a certificate: a simulator answers the session and no Apple server is asked. */
  | { readonly mode: "simulated"; readonly hosts: readonly string[] }
  | {
    readonly mode: "live";
    readonly hosts: readonly string[];
    readonly merchantId: string;
    readonly displayName: string;
    /** The merchant's certificate and its key, as PEM. */
    readonly cert: string;
    readonly key: string;
    /** The file by which Apple verifies the domain; empty when something in front of this server serves it. */
    readonly domain: string;
    /** Paths of all three. */
    readonly files: readonly string[];
  };

export interface ApplePayOptions {
  readonly loopback: boolean;
  readonly demo: boolean;
  readonly fail: (text: string) => never;
}

/** Reads the APPLE_PAY_ settings; throws when a public server has the sandbox switched on. */
export function readApplePay(env: Env, { loopback, demo, fail }: ApplePayOptions): ApplePayConfig {
  const isTest = env.APPLE_PAY_TEST === "1";
  if (isTest && !loopback && !demo) {
    fail("APPLE_PAY_TEST=1 lets sandbox gateways in: unset it on a public host, or set DEMO=1");
  }
  const hosts = [...LIVE_HOSTS, ...(isTest ? TEST_HOSTS : []), ...(env.APPLE_PAY_OLD_HOSTS === "1" ? OLD_HOSTS : [])];
  const merchantId = env.APPLE_PAY_MERCHANT_ID ?? "";
  if (merchantId === "") return loopback || demo ? { mode: "simulated", hosts } : { mode: "off" };
  const need = (name: string) => env[name] || fail(`Set ${name}: APPLE_PAY_MERCHANT_ID is set, so it is needed too`);
  const [certFile, keyFile, domainFile] = [
    need("APPLE_PAY_CERT_FILE"),
    need("APPLE_PAY_KEY_FILE"),
    env.APPLE_PAY_DOMAIN_FILE ?? "",
  ];
  const cert = readFile("APPLE_PAY_CERT_FILE", certFile, fail);
  const key = readFile("APPLE_PAY_KEY_FILE", keyFile, fail);
  try {
    Deno.createHttpClient({ cert, key }).close();
  } catch {
    fail("APPLE_PAY_CERT_FILE and APPLE_PAY_KEY_FILE must name a certificate and its own key, both as PEM");
  }
  return {
    mode: "live",
    hosts,
    merchantId,
    displayName: env.APPLE_PAY_DISPLAY_NAME || "TrustCheck",
    cert,
    key,
    domain: domainFile === "" ? "" : readFile("APPLE_PAY_DOMAIN_FILE", domainFile, fail),
    files: [certFile, keyFile, domainFile].filter((file) => file !== ""),
  };
}

function readFile(name: string, path: string, fail: ApplePayOptions["fail"]): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return fail(`${name} must name a file that the server can read: ${path} is not`);
  }
}
