/** The drop-in as a page holds it while its code loads. */
import type { BinLookup } from "../api/bin.ts";
import type { InstallmentConfig } from "../options.ts";
import type { Emitter } from "../emitter/emitter.ts";
import { LazyElement, type LazyParts } from "../ui/lazy_element.ts";
import type { Dropin } from "./dropin.ts";

/** The drop-in, whose code loads when it is mounted. */
export class LazyDropin extends LazyElement<Dropin> {
  readonly #lookUp: () => Promise<BinLookup | undefined>;

  /** @internal */
  constructor(
    load: (events: Emitter) => Promise<Dropin>,
    parent: Emitter,
    parts: LazyParts,
    lookUp: () => Promise<BinLookup | undefined>,
  ) {
    super(load, parent, parts);
    this.#lookUp = lookUp;
  }

  /**
   * Replaces the instalment choices of the open option and of those opened later; without a value, the session's. Works
   * before the drop-in is mounted, too, and stays when it is mounted again.
   */
  updateInstallmentConfig(installmentConfig?: InstallmentConfig | null): void {
    this.change((dropin) => dropin.updateInstallmentConfig(installmentConfig));
  }

  /** Looks up the card in the open card option. Resolves to undefined when fewer than 6 digits are known. */
  fetchBinLookup(): Promise<BinLookup | undefined> {
    return this.#lookUp();
  }
}
