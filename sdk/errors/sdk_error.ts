/** The one error class merchants see: a row of the table with its slots filled, and where to read more. */
import { type ErrorKey, ERRORS, publicCode } from "./table.ts";

/** The names between braces in a row's text: "[{method}] {url}" gives "method" | "url". */
type Slots<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Slots<Rest> : never;
type Params<K extends ErrorKey> = Slots<(typeof ERRORS)[K]["text"]>;
interface Options<P extends string> {
  readonly params: Readonly<Record<P, string>>;
  readonly cause?: unknown;
}
type Arguments<K extends ErrorKey> = [Params<K>] extends [never] ? [options?: { readonly cause?: unknown }]
  : [options: Options<Params<K>>];

/** Where the error pages stand, relative to the playground that explains each code. */
const DOCS_PATH = "/checkout/errors/";

export class SdkError<K extends ErrorKey = ErrorKey> extends Error {
  override readonly name = "PayrailsError";
  /** `payrails:client:...`, `payrails:api:...` or `payrails:card_form:...` */
  readonly code: string;
  readonly docUrl: string;

  constructor(readonly key: K, ...[options]: Arguments<K>) {
    const params: Readonly<Record<string, string>> = options !== undefined && "params" in options ? options.params : {};
    const text: string = ERRORS[key].text;
    super(text.replace(/\{(\w+)\}/g, (_, slot: string) => params[slot] ?? slot), { cause: options?.cause });
    this.code = publicCode(key);
    this.docUrl = DOCS_PATH + encodeURIComponent(this.code);
  }
}
