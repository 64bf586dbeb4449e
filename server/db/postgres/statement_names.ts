/** Which statements of one Postgres connection are worth preparing, and under what name. */

/** Lists of any length make many texts; more than this many are planned anew each time. */
const MAX_TEXTS = 400;

export class StatementNames {
  /** Texts seen on this connection; the first time they have no name. */
  readonly #names = new Map<string, string | undefined>();
  #count = 0;

  /** Undefined for what is not prepared: what stands in no plan (`begin`), or was not seen before. */
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

  /** Plans went stale: every text gets a new name, and with it a new plan. */
  renew(): void {
    this.#names.clear();
  }
}
