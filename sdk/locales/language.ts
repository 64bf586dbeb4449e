/**
 * The language of a client, chosen by `locale`. Its texts load on demand; English is used until then, and for languages
 * without a pack.
 */
import { moneyText } from "./money.ts";
import { SdkError } from "../errors/sdk_error.ts";
import { log } from "../log/log.ts";
import { COMMON } from "./english.ts";
import { isLanguage, type LanguageCode } from "./languages.ts";
import { loadPack } from "./load_pack.ts";
import type { CommonTexts, Pack } from "./pack.ts";
import type { Amount } from "../wire/payments.ts";

/** Card fields wait this long for their texts, then show English. */
const DEADLINE_MS = 4_000;

export class Language {
  #tag: string | undefined;
  #ready: Promise<void> = Promise.resolve();
  #pack: Pack | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(locale: string | undefined, private readonly load: (code: LanguageCode) => Promise<Pack> = loadPack) {
    this.change(locale);
  }

  /** The merchant's language tag, such as "fr-CH"; undefined when English replaces a language without a pack. */
  get tag(): string | undefined {
    return this.#tag;
  }

  /** Resolves when the texts have loaded, or failed to load. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /** Changes to another language. Until its texts have loaded, those of the one before stay. */
  change(locale: string | undefined): void {
    // A page without types may pass what is no text, and "undefined" names no language.
    const tag = String(locale).replaceAll("_", "-");
    const [base = ""] = tag.toLowerCase().split("-");
    this.#tag = isLanguage(base) || base === "en" ? tag : undefined;
    const ready = this.#ready = (isLanguage(base) ? this.#load(base) : Promise.resolve(undefined)).then((pack) => {
      // The language may have changed again meanwhile.
      if (this.#ready !== ready) return;
      this.#pack = pack;
      for (const listener of this.#listeners) listener();
    });
  }

  /**
   * Calls the listener when texts have loaded, the first ones and those of a later language. Returns the function that
   * ends it.
   */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  get isRightToLeft(): boolean {
    return this.#pack !== undefined && /^ar\b/i.test(this.tag ?? "");
  }

  /** All texts of a language other than English, once loaded. */
  get pack(): Pack | undefined {
    return this.#pack;
  }

  get common(): CommonTexts {
    return this.of("common", COMMON);
  }

  /** The texts of one part. The caller passes the English ones. */
  of<P extends keyof Pack>(part: P, english: Pack[P]): Pack[P] {
    return this.#pack?.[part] ?? english;
  }

  /** An amount in the language of the texts: "$10.00", and "10,00 $" once German has loaded. */
  money(amount: Amount): string {
    const isRead = this.#pack !== undefined || /^en\b/i.test(this.#tag ?? "");
    return moneyText(amount, isRead ? this.#tag ?? "en" : "en");
  }

  /** Sets language and direction of the SDK's texts, whatever the page around them has. */
  mark(root: HTMLElement): void {
    // A page without a locale keeps its own language, unless another one was set before.
    if ((this.tag ?? root.lang) === "") return;
    root.lang = (this.#pack && this.tag) ?? "en";
    root.dir = this.isRightToLeft ? "rtl" : "ltr";
  }

  async #load(base: LanguageCode): Promise<Pack | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(reject, DEADLINE_MS, new TypeError("Too late"));
    });
    try {
      return await Promise.race([this.load(base), late]);
    } catch (cause) {
      log(new SdkError("client:locale_loading", { params: { locale: base }, cause }));
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }
}
