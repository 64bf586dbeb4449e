/** Fakes the tabs that a hosted page opens in, which test environments do not have. */

interface FakeTab {
  closed: boolean;
  readonly location: { replace(link: string): void };
  close(): void;
}

/** Tabs that the page opens until `uninstall`. */
export class FakeTabs {
  readonly #tabs: FakeTab[] = [];
  readonly #original = globalThis.open;

  /** `window.open` opens nothing. */
  install(): void {
    Object.assign(globalThis, { open: () => this.#open() });
  }

  /** Lets the page open tabs again. */
  uninstall(): void {
    Object.assign(globalThis, { open: this.#original });
  }

  /** The shopper closes every tab. */
  close(): void {
    for (const tab of this.#tabs) tab.close();
  }

  #open(): FakeTab {
    const tab: FakeTab = { closed: false, location: { replace() {} }, close: () => void (tab.closed = true) };
    this.#tabs.push(tab);
    return tab;
  }
}
