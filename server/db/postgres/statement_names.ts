/** Decides which statements of one Postgres connection are prepared, and under which name. */

/** Lists of varying length produce many texts; beyond this number statements are not prepared. */
const MAX_TEXTS = 400;

export class StatementNames {
  /** Texts seen on this connection; a text gets no name the first time. */
  readonly #names = new Map<string, string | undefined>();
  #count = 0;

  /** Undefined for a statement that is not prepared: one without a plan (`begin`), or one seen for the first time. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (!/^(select|insert|update|delete) /.test(text)) return undefined;
    if (!this.#names.has(text)) {
      if (this.#names.size < MAX_TEXTS) this.#names.set(text, undefined);
      return undefined;
    }
    const name = `s${this.#count++}`;
    this.#names.set(text, name);
    return name;
  }

  /** After plans went stale every text gets a new name, and with it a new plan. */
  renew(): void {
    this.#names.clear();
  }
}
