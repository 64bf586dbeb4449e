/** Reads the environment once, checks it, and says in words what to set where something is missing or wrong. */
import { type Service, SERVICE_NAMES } from "./upstreams/services.ts";
import { type ApplePayConfig, readApplePay } from "./config_apple_pay.ts";
import type { DatabasePlace } from "./db/open.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** Product name in code, and the label under which marketing data is filed. */
export const PRODUCT = "TrustCheck";
export const BASE = "/trustcheck";
/** Embedded project of the identity service: audience and issuer of its tokens. */
export const EMBEDDED_PROJECT_ID = "trustcheck-local";
/** Beside the sources, also inside a compiled executable. */
const DEFAULT_DIST_DIR = new URL("../dist", import.meta.url).pathname;
const DEFAULT_PORT = 8000;
const DEFAULT_FRAME_PORT = 8001;
const DEFAULT_HOSTS = "localhost,127.0.0.1,[::1]";

export interface Client {
  readonly id: string;
  readonly secret: string;
}

export interface MerchantOrigin {
  readonly clientId: string;
  /** Exact origin, or one ending in `:*` for any port. */
  readonly origin: string;
}

/** Where a merchant is told of what happened to its payments. */
export interface Webhook {
  readonly clientId: string;
  readonly url: string;
  /** Signs the notices. */
  readonly secret: string;
}

export type IdentityConfig =
  | { readonly mode: "embedded"; readonly projectId: string }
  | {
    readonly mode: "firebase";
    readonly apiKey: string;
    readonly authDomain: string;
    readonly projectId: string;
    readonly appId: string;
    /** Key file that may sign custom tokens; empty without: then passkeys are not offered. */
    readonly serviceAccountFile: string;
  };

export type LookupSourceConfig =
  | { readonly kind: "embedded" }
  | { readonly kind: "ipqs"; readonly key: string }
  | { readonly kind: "twilio"; readonly accountSid: string; readonly authToken: string };

export type ErrorReportsConfig =
  | { readonly kind: "off" }
  | { readonly kind: "own" }
  | { readonly kind: "remote"; readonly dsn: string };

export interface Config {
  readonly port: number;
  readonly framePort: number;
  /** Interface to listen on. */
  readonly hostname: string;
  readonly publicOrigin: string;
  readonly frameOrigin: string;
  readonly base: string;
  readonly appHosts: readonly string[];
  /** Proxies in front of this server that append to X-Forwarded-For. */
  readonly trustedHops: number;
  readonly dataDir: string;
  readonly keysDir: string;
  readonly distDir: string;
  readonly database: DatabasePlace;
  /** Base addresses per service; an unset one means the embedded service. */
  readonly remote: Readonly<Record<Service, { readonly staging?: string; readonly production?: string }>>;
  readonly paymentsClients: readonly Client[];
  readonly merchantOrigins: readonly MerchantOrigin[];
  readonly paymentsWebhooks: readonly Webhook[];
  readonly identity: IdentityConfig;
  readonly applePay: ApplePayConfig;
  /** Where facts about numbers come from. */
  readonly lookupSource: LookupSourceConfig;
  /** Where registry entries come from; `none` where made-up people would be sold for real money. */
  readonly registry: "sample" | "none" | { readonly url: string; readonly key: string };
  /** Where error reports go: an address of the reporting client, our own ingest, or nowhere. */
  readonly errorReports: ErrorReportsConfig;
  /** Names the advertiser's pixel; empty: there is none. */
  readonly pixelId: string;
  /** Bearer token of whoever collects /metrics; empty opens them on the machine itself and nowhere else. */
  readonly metricsToken: string;
  readonly smtpUrl: string;
  readonly demo: boolean;
  /** Pages reload when the server comes back; only `deno task dev` sets it. */
  readonly liveReload: boolean;
  /** True when every host this server answers for is the machine itself. */
  readonly loopback: boolean;
}

/** Thrown at start; the message says which setting to change and how. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export function readConfig(env: Env): Config {
  const port = readPort(env, "PORT", DEFAULT_PORT);
  const framePort = readPort(env, "FRAME_PORT", DEFAULT_FRAME_PORT);
  if (port === framePort && port !== 0) throw new ConfigError("PORT and FRAME_PORT must differ: set FRAME_PORT");
  const publicOrigin = readOrigin(env, "PUBLIC_ORIGIN", `http://localhost:${port}`);
  const frameOrigin = readOrigin(env, "FRAME_ORIGIN", `http://localhost:${framePort}`);
  if (publicOrigin === frameOrigin) {
    throw new ConfigError(
      "FRAME_ORIGIN must be another origin than PUBLIC_ORIGIN: card fields live apart from the page",
    );
  }
  const appHosts = (env.APP_HOSTS ?? DEFAULT_HOSTS).split(",").map((host) => host.trim()).filter((host) => host !== "");
  const loopback = [...appHosts, hostOf(publicOrigin), hostOf(frameOrigin)].every(isLoopback);
  const demo = env.DEMO === "1";
  const dataDir = env.DATA_DIR ?? "./data";
  const remote = readRemote(env);
  const config: Config = {
    port,
    framePort,
    hostname: env.LISTEN_HOST ?? (loopback ? "127.0.0.1" : "0.0.0.0"),
    publicOrigin,
    frameOrigin,
    base: BASE,
    appHosts: [...new Set([...appHosts, hostOf(publicOrigin), hostOf(frameOrigin)])],
    trustedHops: readCount(env, "TRUSTED_HOPS", 0),
    dataDir,
    keysDir: env.KEYS_DIR ?? "./keys",
    distDir: env.DIST_DIR ?? DEFAULT_DIST_DIR,
    database: readDatabase(env, dataDir),
    remote,
    paymentsClients: readClients(env),
    merchantOrigins: readMerchantOrigins(env, publicOrigin, loopback),
    paymentsWebhooks: readWebhooks(env),
    identity: readIdentity(env),
    applePay: readApplePay(env, { loopback, demo, fail }),
    lookupSource: readLookupSource(env),
    registry: readRegistry(env, { mayPretend: loopback || demo }),
    errorReports: readErrorReports(env, { loopback }),
    pixelId: readPixelId(env),
    metricsToken: env.METRICS_TOKEN ?? "",
    smtpUrl: env.SMTP_URL ?? "",
    demo,
    liveReload: loopback && env.LIVE_RELOAD === "1",
    loopback,
  };
  refuseSimulatorsInPublic(config);
  return config;
}

/** Simulators take no money and check nobody: on a public host they run only where every page says so. */
function refuseSimulatorsInPublic(config: Config): void {
  if (config.loopback || config.demo) return;
  if (config.remote.payments.production === undefined) {
    throw new ConfigError("Set PRODUCTION_PAYMENTS_URL: on a public host payments cannot be simulated (or set DEMO=1)");
  }
  if (config.identity.mode === "embedded") {
    throw new ConfigError("Set FIREBASE_PROJECT_ID and the other FIREBASE_ settings, or DEMO=1, on a public host");
  }
}

function readPort(env: Env, name: string, fallback: number): number {
  const port = readCount(env, name, fallback);
  if (port > 65_535) throw new ConfigError(`${name} must be a port from 0 to 65535: it is ${port}`);
  return port;
}

function readCount(env: Env, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  if (!/^\d{1,6}$/.test(text)) throw new ConfigError(`${name} must be a whole number: it is "${text}"`);
  return Number(text);
}

function readOrigin(env: Env, name: string, fallback: string): string {
  const text = env[name] ?? fallback;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.origin !== text.replace(/\/$/, "")) {
    throw new ConfigError(`${name} must be an origin such as https://app.example: it is "${text}"`);
  }
  return url.origin;
}

function readDatabase(env: Env, dataDir: string): DatabasePlace {
  const url = env.DATABASE_URL ?? "";
  if (url === "") return { kind: "sqlite", path: `${dataDir}/trustcheck.db` };
  if (!/^postgres(ql)?:\/\//.test(url)) throw new ConfigError("DATABASE_URL must start with postgres://");
  return { kind: "postgres", url };
}

function readRemote(env: Env): Config["remote"] {
  const base = (name: string) => {
    const text = env[name];
    if (text === undefined || text === "") return undefined;
    if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
      throw new ConfigError(`${name} must be an http or https address: it is "${text}"`);
    }
    return text.replace(/\/+$/, "");
  };
  const row = (service: Service) => {
    const staging = base(`STAGING_${service.toUpperCase()}_URL`);
    const production = base(`PRODUCTION_${service.toUpperCase()}_URL`);
    return { ...(staging === undefined ? {} : { staging }), ...(production === undefined ? {} : { production }) };
  };
  const rows = new Map(SERVICE_NAMES.map((service) => [service, row(service)]));
  const of = (service: Service) => rows.get(service) ?? {};
  return {
    payments: of("payments"),
    subscriptions: of("subscriptions"),
    recurring: of("recurring"),
    profile: of("profile"),
    report: of("report"),
    identity: of("identity"),
    errors: of("errors"),
  };
}

function readClients(env: Env): readonly Client[] {
  return (env.PAYMENTS_CLIENTS ?? "merchant-demo:demo-secret").split(",").map((pair) => {
    const [id, secret, ...rest] = pair.trim().split(":");
    if (!id || !secret || rest.length > 0) throw new ConfigError("PAYMENTS_CLIENTS must be id:secret,id:secret");
    return { id, secret };
  });
}

function readMerchantOrigins(env: Env, publicOrigin: string, loopback: boolean): readonly MerchantOrigin[] {
  const own = { clientId: "merchant-demo", origin: publicOrigin };
  const any = ["http://localhost:*", "http://127.0.0.1:*"].map((origin) => ({ clientId: "merchant-demo", origin }));
  if (env.MERCHANT_ORIGINS === undefined) return loopback ? any : [own];
  const given = env.MERCHANT_ORIGINS.split(/\s+/).filter((pair) => pair !== "").map((pair) => {
    const [clientId, origin] = pair.split("=");
    if (!clientId || !origin || !URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new ConfigError(`MERCHANT_ORIGINS must be clientId=origin pairs: "${pair}" is not`);
    }
    return { clientId, origin };
  });
  return [own, ...given];
}

/** `clientId=url|secret`, parted by spaces; the last bar parts address and secret. */
function readWebhooks(env: Env): readonly Webhook[] {
  const clients = readClients(env).map(({ id }) => id);
  return (env.PAYMENTS_WEBHOOKS ?? "").split(/\s+/).filter((text) => text !== "").map((text) => {
    const [, clientId = "", url = "", secret = ""] = /^([^=]+)=(.+)\|([^|]+)$/.exec(text) ?? [];
    if (!clients.includes(clientId) || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      // The text is not repeated here: it holds a secret.
      throw new ConfigError("PAYMENTS_WEBHOOKS must be clientId=url|secret with a client of PAYMENTS_CLIENTS");
    }
    return { clientId, url, secret };
  });
}

function readIdentity(env: Env): IdentityConfig {
  const projectId = env.FIREBASE_PROJECT_ID ?? "";
  if (projectId === "") return { mode: "embedded", projectId: EMBEDDED_PROJECT_ID };
  const need = (name: string) => env[name] || fail(`Set ${name}: FIREBASE_PROJECT_ID is set, so it is needed too`);
  return {
    mode: "firebase",
    projectId,
    apiKey: need("FIREBASE_API_KEY"),
    authDomain: need("FIREBASE_AUTH_DOMAIN"),
    appId: need("FIREBASE_APP_ID"),
    serviceAccountFile: env.FIREBASE_SERVICE_ACCOUNT_FILE ?? "",
  };
}

/** On the machine itself errors go to the page that shows them; elsewhere that page is not served, so nothing is sent. */
function readErrorReports(env: Env, { loopback }: { readonly loopback: boolean }): ErrorReportsConfig {
  const dsn = env.SENTRY_DSN ?? "";
  if (dsn === "") return { kind: loopback ? "own" : "off" };
  if (dsn === "off") return { kind: "off" };
  const url = URL.canParse(dsn) ? new URL(dsn) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username === "" || !/\/\d+$/.test(url.pathname)) {
    throw new ConfigError('SENTRY_DSN must be an address such as https://key@errors.example/1, or "off"');
  }
  return { kind: "remote", dsn };
}

function readPixelId(env: Env): string {
  const id = env.PIXEL_ID ?? "";
  if (!/^[\w-]{0,64}$/.test(id)) throw new ConfigError(`PIXEL_ID must be letters, digits, _ and -: it is "${id}"`);
  return id;
}

function readLookupSource(env: Env): LookupSourceConfig {
  const kind = env.LOOKUP_SOURCE || "embedded";
  const need = (name: string) => env[name] || fail(`Set ${name}: LOOKUP_SOURCE=${kind} needs it`);
  switch (kind) {
    case "embedded":
      return { kind };
    case "ipqs":
      return { kind, key: need("IPQS_KEY") };
    case "twilio":
      return { kind, accountSid: need("TWILIO_ACCOUNT_SID"), authToken: need("TWILIO_AUTH_TOKEN") };
    default:
      fail(`LOOKUP_SOURCE must be embedded, ipqs or twilio: it is "${kind}"`);
  }
}

function readRegistry(env: Env, { mayPretend }: { readonly mayPretend: boolean }): Config["registry"] {
  const url = env.REGISTRY_URL ?? "";
  if (url === "") return mayPretend ? "sample" : "none";
  if (!URL.canParse(url) || new URL(url).protocol !== "https:") {
    throw new ConfigError(`REGISTRY_URL must be an https address: it is "${url}"`);
  }
  return { url: url.replace(/\/+$/, ""), key: env.REGISTRY_KEY || fail("Set REGISTRY_KEY: REGISTRY_URL needs it") };
}

function fail(text: string): never {
  throw new ConfigError(text);
}

function hostOf(origin: string): string {
  return new URL(origin).hostname;
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || host === "::1" ||
    /^127(\.\d{1,3}){3}$/.test(host);
}
