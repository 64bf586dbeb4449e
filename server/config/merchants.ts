/** Settings of the merchants of the embedded payments service: credentials, page origins and webhooks. */
import type { ServerKind } from "./hosts.ts";
import { ConfigError, type Env, fail } from "./values.ts";

export interface Client {
  readonly id: string;
  readonly secret: string;
}

export interface MerchantOrigin {
  readonly clientId: string;
  /** Exact origin, or one ending in `:*` for any port. */
  readonly origin: string;
}

/** Where the payments service posts a merchant's webhooks. */
export interface Webhook {
  readonly clientId: string;
  readonly url: string;
  /** Key of the webhook signature. */
  readonly secret: string;
}

export function readClients(env: Env): readonly Client[] {
  return (env.PAYMENTS_CLIENTS ?? "merchant-demo:demo-secret").split(",").map((pair) => {
    const [id, secret, ...rest] = pair.trim().split(":");
    if (!id || !secret || rest.length > 0) throw new ConfigError("PAYMENTS_CLIENTS must be id:secret,id:secret");
    return { id, secret };
  });
}

/** The client with which the web app itself takes payments: the first of PAYMENTS_CLIENTS. */
export function webAppClient([first]: readonly Client[]): Client {
  return first ?? fail("Set PAYMENTS_CLIENTS to id:secret: the web app takes payments as its first client");
}

/**
 * The web app's own origin belongs to its own client. On loopback that client may also be used from any port of this
 * machine, unless MERCHANT_ORIGINS says which origins there are.
 */
export function readMerchantOrigins(env: Env, publicOrigin: string, loopback: boolean): readonly MerchantOrigin[] {
  const clients = readClients(env);
  const clientId = webAppClient(clients).id;
  const own = { clientId, origin: publicOrigin };
  if (!env.MERCHANT_ORIGINS) {
    if (!loopback) return [own];
    const any = LOOPBACK_ORIGINS.map((origin) => ({ clientId, origin: `${origin}:*` }));
    return LOOPBACK_ORIGINS.some((origin) => publicOrigin.startsWith(origin)) ? any : [own, ...any];
  }
  const given = env.MERCHANT_ORIGINS.split(/\s+/).filter((pair) => pair !== "").map((pair) => {
    const [clientId, origin] = pair.split("=");
    if (!clientId || !origin || !URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new ConfigError(`MERCHANT_ORIGINS must be clientId=origin pairs: "${pair}" is not`);
    }
    if (!clients.some(({ id }) => id === clientId)) {
      throw new ConfigError(
        `MERCHANT_ORIGINS names the client ${clientId}, which is not in PAYMENTS_CLIENTS: add ${clientId}:secret there, ` +
          "or correct the name",
      );
    }
    return { clientId, origin };
  });
  return [own, ...given];
}

const LOOPBACK_ORIGINS = ["http://localhost", "http://127.0.0.1"];

/** Parses `clientId=url|secret` entries separated by spaces; the last `|` separates address and secret. */
export function readWebhooks(env: Env): readonly Webhook[] {
  const clients = readClients(env).map(({ id }) => id);
  return (env.PAYMENTS_WEBHOOKS ?? "").split(/\s+/).filter((text) => text !== "").map((text) => {
    const [, clientId = "", url = "", secret = ""] = /^([^=]+)=(.+)\|([^|]+)$/.exec(text) ?? [];
    if (!clients.includes(clientId) || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      // The message does not repeat the value, since it holds a secret.
      throw new ConfigError("PAYMENTS_WEBHOOKS must be clientId=url|secret with a client of PAYMENTS_CLIENTS");
    }
    return { clientId, url, secret };
  });
}

/**
 * Which addresses merchants may register over the API: on a loopback server those of this machine, and with
 * `WEBHOOK_TARGETS=public` those of the public network.
 */
export function readWebhookTargets(env: Env, loopback: boolean): { readonly local: boolean; readonly public: boolean } {
  const setting = env.WEBHOOK_TARGETS || "off";
  if (setting !== "off" && setting !== "public") {
    throw new ConfigError(`WEBHOOK_TARGETS must be off or public: it is "${setting}"`);
  }
  return { local: loopback, public: setting === "public" };
}

/** Whether creates accept a raw card number: not by default, and on a public server only with `RAW_CARDS=live`. */
export function readRawCards(env: Env, kind: ServerKind): boolean {
  const setting = env.RAW_CARDS || "off";
  switch (setting) {
    case "off":
      return false;
    case "live":
      return true;
    case "test":
      return kind !== "public" || fail(
        "Unset RAW_CARDS: raw card numbers would reach a public server, which then is in scope of PCI DSS as a whole. " +
          "RAW_CARDS=live takes them all the same",
      );
    default:
      fail(`RAW_CARDS must be off, test or live: it is "${setting}"`);
  }
}
