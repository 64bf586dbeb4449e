/** The SDK's errors: merchants compare codes; the SDK creates them by key, with the placeholders of the sentence. */
import type { ServerError } from "../wire/payments.ts";
import { MAIN_ROWS, publicCode } from "./main_rows.ts";
import type { ErrorKey, ErrorRows } from "./rows.ts";

/** The names in braces in a sentence: "[{method}] {url}" gives "method" | "url". */
export type Slots<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Slots<Rest> : never;
type MainKey = keyof typeof MAIN_ROWS;
type Params<K extends ErrorKey> = Slots<ErrorRows[K]>;
/** Where an error comes from. */
interface Origin {
  /** What was caught. */
  readonly cause?: unknown;
  /** What the payments service answered. */
  readonly serverError?: ServerError;
}
interface Options<P extends string> extends Origin {
  readonly params: Readonly<Record<P, string>>;
}
/** What an error of this key takes: its params, where the sentence has placeholders, and where it comes from. */
export type Arguments<K extends ErrorKey> = [Params<K>] extends [never] ? [options?: Origin]
  : [options: Options<Params<K>>];

declare const DOCS_ORIGIN: string | undefined;
declare const IS_ONE_SCRIPT: boolean | undefined;

/** Set at build time. Default: the origin this script came from. */
const DOCS = `${builtOrigin() ?? scriptOrigin() ?? pageOrigin() ?? defaultOrigin()}/checkout/errors/`;

/** Every error of the SDK: a code, a sentence, and the address of a page about it. */
export class PayrailsError extends Error {
  /** Compare it where two copies of the SDK make `instanceof` fail. */
  override readonly name = "PayrailsError";
  /** `payrails:client:...`, `payrails:api:...` or `payrails:card_form:...` */
  readonly code: string;
  /** The page that explains the code. */
  readonly docUrl: string;
  /** What the payments service answered, when it refused the call behind this error. */
  declare readonly serverError?: ServerError;

  protected constructor(code: string, message: string, { cause, serverError }: Origin) {
    super(message, { cause });
    this.code = code;
    const answer = serverError ?? (cause instanceof PayrailsError ? cause.serverError : undefined);
    if (answer !== undefined) this.serverError = answer;
    this.docUrl = DOCS + encodeURIComponent(code);
  }
}

/** What `SdkError` reads beside an error's params. */
export interface Written extends Origin {
  readonly params?: Readonly<Partial<Record<string, string>>>;
  /** The sentence of a key that is not in `MAIN_ROWS`. */
  readonly sentence?: string;
}

export class SdkError<K extends MainKey = MainKey> extends PayrailsError {
  declare readonly key: ErrorKey;

  constructor(key: K, ...[options]: Arguments<K>) {
    const { params = {}, sentence: own, ...origin }: Written = options ?? {};
    const sentence = (own ?? MAIN_ROWS[key] ?? key).replace(/\{(\w+)\}/g, (_, slot: string) => params[slot] ?? slot);
    super(publicCode(key), sentence, origin);
    this.key = key;
  }
}

function builtOrigin(): string | undefined {
  return typeof DOCS_ORIGIN === "string" && DOCS_ORIGIN !== "" ? DOCS_ORIGIN : undefined;
}

/** Only a classic script knows its own address. */
function scriptOrigin(): string | undefined {
  if (typeof IS_ONE_SCRIPT === "undefined" || !IS_ONE_SCRIPT) return undefined;
  const script: unknown = Reflect.get(Reflect.get(globalThis, "document")?.currentScript ?? {}, "src");
  try {
    return new URL(String(script)).origin;
  } catch {
    return undefined;
  }
}

/** The page's origin as a fallback; a server has neither. */
function pageOrigin(): string | undefined {
  return globalThis.location?.origin;
}

/** Where `deno task start` serves the pages. */
function defaultOrigin(): string {
  return "http://localhost:8000";
}
