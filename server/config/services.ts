/**
 * Settings of the services behind the app: their addresses, the identity provider, the look-up source, the error
 * ingest, the server that sends emails.
 */
import { type Service, SERVICE_NAMES } from "../platform/http/upstream.ts";
import { ConfigError, type Env, fail } from "./values.ts";

/** Project id of the embedded identity service: audience and issuer of its tokens. */
const EMBEDDED_PROJECT_ID = "trustcheck-local";

/** An option that is not set is not enforced. */
export interface PasswordPolicyConfig {
  readonly minLength: number;
  readonly maxLength?: number;
  readonly lowercase?: boolean;
  readonly uppercase?: boolean;
  readonly numeric?: boolean;
  readonly nonAlphanumeric?: boolean;
}

export type IdentityConfig =
  | {
    readonly mode: "embedded";
    readonly projectId: string;
    /** The service's own when left out. */
    readonly passwordPolicy?: PasswordPolicyConfig;
  }
  | {
    readonly mode: "firebase";
    readonly apiKey: string;
    readonly authDomain: string;
    readonly projectId: string;
    readonly appId: string;
    /** Key file of a service account that may sign custom tokens; empty means that passkeys are not offered. */
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

/** Base address per service; a service without one runs embedded. */
export type RemoteConfig = Readonly<Record<Service, { readonly staging?: string; readonly production?: string }>>;
/** Source of registry entries; `none` where sample entries would otherwise be sold for real money. */
export type RegistryConfig = "sample" | "none" | { readonly url: string; readonly key: string };

export function readRemote(env: Env): RemoteConfig {
  const base = (name: string) => {
    const text = env[name];
    if (text === undefined || text === "") return undefined;
    if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
      throw new ConfigError(`${name} must be an http or https address: it is "${text}"`);
    }
    return text.replace(/\/$/, "");
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

/** Set beside FIREBASE_PROJECT_ID. */
const OF_FIREBASE = [
  "FIREBASE_API_KEY",
  "FIREBASE_AUTH_DOMAIN",
  "FIREBASE_APP_ID",
  "FIREBASE_SERVICE_ACCOUNT_FILE",
] as const;
/** Bounds of PASSWORD_POLICY, which are those of Firebase. */
const LEAST_PASSWORD_MIN = 6;
const MOST_PASSWORD_MIN = 30;
const MOST_PASSWORD_MAX = 4_096;
const PASSWORD_RULES = [
  ["lowercase", "lowercase"],
  ["uppercase", "uppercase"],
  ["numeric", "numeric"],
  ["symbol", "nonAlphanumeric"],
] as const;

export function readIdentity(env: Env): IdentityConfig {
  const projectId = env.FIREBASE_PROJECT_ID ?? "";
  const policy = env.PASSWORD_POLICY ?? "";
  if (projectId === "") {
    const other = OF_FIREBASE.find((name) => (env[name] ?? "") !== "");
    if (other !== undefined) {
      fail(`Set FIREBASE_PROJECT_ID or unset ${other}: without a project, members sign in at the embedded service`);
    }
    const passwordPolicy = policy === "" ? {} : { passwordPolicy: parsePasswordPolicy(policy) };
    return { mode: "embedded", projectId: EMBEDDED_PROJECT_ID, ...passwordPolicy };
  }
  if (policy !== "") fail("Unset PASSWORD_POLICY: with FIREBASE_PROJECT_ID the rules of Firebase apply");
  const need = (name: string) => env[name] || fail(`Set ${name}: FIREBASE_PROJECT_ID is set, so it is needed too`);
  return {
    mode: "firebase",
    projectId,
    apiKey: need("FIREBASE_API_KEY"),
    authDomain: readAuthDomain(need("FIREBASE_AUTH_DOMAIN")),
    appId: need("FIREBASE_APP_ID"),
    serviceAccountFile: env.FIREBASE_SERVICE_ACCOUNT_FILE ?? "",
  };
}

function readAuthDomain(text: string): string {
  if (/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text)) return text;
  fail(`FIREBASE_AUTH_DOMAIN must be a host name alone, such as shop-1.firebaseapp.com: it is "${text}"`);
}

/** `min=8 max=64 lowercase uppercase numeric symbol`, each word at most once. */
function parsePasswordPolicy(text: string): PasswordPolicyConfig {
  const words = text.trim().split(/\s+/);
  const number = (name: string) => {
    const found = words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
    return found === undefined ? undefined : /^\d{1,4}$/.test(found) ? Number(found) : NaN;
  };
  const { min = LEAST_PASSWORD_MIN, max } = { min: number("min"), max: number("max") };
  const isKnown = words.every((word) => /^(min=|max=)/.test(word) || PASSWORD_RULES.some(([name]) => name === word));
  const areGood = min >= LEAST_PASSWORD_MIN && min <= MOST_PASSWORD_MIN &&
    (max === undefined || max >= min && max <= MOST_PASSWORD_MAX);
  if (!isKnown || !areGood) {
    fail(
      'PASSWORD_POLICY must be words such as "min=8 max=64 lowercase uppercase numeric symbol", with min from ' +
        `${LEAST_PASSWORD_MIN} to ${MOST_PASSWORD_MIN} and max from min to ${MOST_PASSWORD_MAX}: it is "${text}"`,
    );
  }
  const rules = PASSWORD_RULES.filter(([name]) => words.includes(name)).map(([, option]) => [option, true]);
  return { minLength: min, ...(max === undefined ? {} : { maxLength: max }), ...Object.fromEntries(rules) };
}

/** On loopback reports go to the developer page that shows them; other servers have no such page, so none are sent. */
export function readErrorReports(env: Env, { loopback }: { readonly loopback: boolean }): ErrorReportsConfig {
  const dsn = env.SENTRY_DSN ?? "";
  if (dsn === "") return { kind: loopback ? "own" : "off" };
  if (dsn === "off") return { kind: "off" };
  const url = URL.canParse(dsn) ? new URL(dsn) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username === "" || !/\/\d+$/.test(url.pathname)) {
    throw new ConfigError('SENTRY_DSN must be an address such as https://key@errors.example/1, or "off"');
  }
  return { kind: "remote", dsn };
}

export function readLookupSource(env: Env): LookupSourceConfig {
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

export function readRegistry(env: Env, { mayPretend }: { readonly mayPretend: boolean }): RegistryConfig {
  const url = env.REGISTRY_URL ?? "";
  if (url === "") return mayPretend ? "sample" : "none";
  if (!URL.canParse(url) || new URL(url).protocol !== "https:") {
    throw new ConfigError(`REGISTRY_URL must be an https address: it is "${url}"`);
  }
  return { url: url.replace(/\/$/, ""), key: env.REGISTRY_KEY || fail("Set REGISTRY_KEY: REGISTRY_URL needs it") };
}

const SMTP_EXAMPLE = "smtps://user:password@mail.example/?from=no-reply%40shop.example";
/** An address alone, or behind a name and in angle brackets. */
const SENDER = /^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/;

/** Empty when not set. The sentence of a refusal does not repeat the setting, which holds a password. */
export function readSmtpUrl(env: Env): string {
  const text = env.SMTP_URL ?? "";
  if (text === "") return "";
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === "") {
    fail(
      `SMTP_URL must be an address such as ${SMTP_EXAMPLE}, in which a / @ : or % of the password is written as its %XX`,
    );
  }
  const from = url.searchParams.get("from");
  if (from !== null && !SENDER.test(from)) {
    fail(`The from of SMTP_URL must be one email address, such as in ${SMTP_EXAMPLE}`);
  }
  return text;
}

const ADDRESS = /^[^\s@<>?&%]+@[^\s@<>?&%]+$/;
/** Of a server that sends no emails: it is not public, and this address does not exist. */
const NO_CONTACT = "contact@localhost";

/** The address to which people write: the sender of emails unless another is set. */
export function readContactEmail(env: Env): string {
  const text = env.CONTACT_EMAIL ?? "";
  if (text !== "") {
    return ADDRESS.test(text) ? text : fail(`CONTACT_EMAIL must be one email address: it is "${text}"`);
  }
  const smtpUrl = readSmtpUrl(env);
  const sender = smtpUrl === "" ? "" : new URL(smtpUrl).searchParams.get("from") ?? "";
  // Alone, or behind a name and in angle brackets.
  return sender.slice(sender.indexOf("<") + 1).replace(">", "") || NO_CONTACT;
}

/** Without `?from=`, emails come from an address that does not exist. */
export function hasSender(smtpUrl: string): boolean {
  return new URL(smtpUrl).searchParams.has("from");
}
