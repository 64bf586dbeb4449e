/** Parses single values of the environment and throws a readable error when one is wrong. */

export type Env = Readonly<Record<string, string | undefined>>;

/** Thrown at start; the message says which setting to change and how. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export function fail(text: string): never {
  throw new ConfigError(text);
}

/** Names of the settings that hold one address. */
const ADDRESS = /_(URL|ORIGIN|ISSUER|DSN|ENDPOINT|HOST)$/;

/**
 * Without blanks around addresses: the URL parser ignores them, and what is called with the text does not. Blanks alone
 * stay, and are refused: without its Postgres address, a server would start on an empty SQLite.
 */
export function trimAddresses(env: Env): Env {
  return Object.fromEntries(
    Object.entries(env).map(([name, text]) => [name, ADDRESS.test(name) ? text?.trim() || text : text]),
  );
}

export function hostOf(origin: string): string {
  return new URL(origin).hostname;
}

export function readPort(env: Env, name: string, fallback: number): number {
  const port = readCount(env, name, fallback);
  if (port > 65_535) throw new ConfigError(`${name} must be a port from 0 to 65535: it is ${port}`);
  return port;
}

export function readCount(env: Env, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  if (!/^\d{1,6}$/.test(text)) throw new ConfigError(`${name} must be a whole number: it is "${text}"`);
  return Number(text);
}

/** A percentage with at most three decimals, as a ratio: `0.75` is 0.0075. */
export function readPercent(env: Env, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === "") return fallback;
  if (!/^\d{1,2}(\.\d{1,3})?$/.test(text) || Number(text) === 0) {
    throw new ConfigError(`${name} must be a percentage such as 0.75: it is "${text}"`);
  }
  return Math.round(Number(text) * 1_000) / 100_000;
}

export function readOrigin(env: Env, name: string, fallback: string): string {
  const text = env[name] || fallback;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.origin !== text.replace(/\/$/, "")) {
    throw new ConfigError(`${name} must be an origin such as https://app.example: it is "${text}"`);
  }
  return url.origin;
}

/** Throws when the text cannot be percent-decoded, without repeating it: it holds a secret. */
export function refuseStrayPercent(name: string, text: string): void {
  try {
    decodeURIComponent(text);
  } catch {
    fail(`${name} holds a % that begins no code such as %2F: write %25 for a percent sign`);
  }
}
