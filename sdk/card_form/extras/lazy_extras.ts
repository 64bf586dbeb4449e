/** Billing address and instalments below the card fields. Their code loads only for a form that shows them. */
import { SdkError } from "../../errors/sdk_error.ts";
import { log } from "../../log/log.ts";
import type { InstallmentConfig } from "../../options.ts";
import type { BillingAddress } from "../../wire/payments.ts";
import type { FormContext } from "../form_context.ts";
import type { CardFormOptions } from "../options.ts";
import { requestedExtras } from "../requested_extras.ts";
import type { Extras } from "./extras.ts";

/** What the fields need from their form. */
interface ExtrasForm {
  readonly options: () => CardFormOptions;
  /** Where the mounted form shows them; undefined while it is not mounted. */
  readonly place: () => Element | undefined;
  /** First digits of the card, empty until the look-up of instalments can use them. */
  readonly bin: () => string;
  readonly changed: () => void;
}

export class LazyExtras {
  #extras: Extras | undefined;
  #hasFailed = false;
  #isLocked = false;

  constructor(private readonly context: FormContext, private readonly form: ExtrasForm) {}

  /**
   * A form that shows the address is not valid before the address is. When the address cannot load, the form is valid
   * without it.
   */
  get isValid(): boolean {
    return this.#extras?.isValid ?? (this.#hasFailed || !this.#wanted().showAddressSelector);
  }

  get billingInfo(): BillingAddress | undefined {
    return this.#extras?.billingInfo;
  }

  get selectedInstallment(): number | undefined {
    return this.#extras?.selectedInstallment;
  }

  /** Shows the fields that this form shows, and the instalments of its card. */
  async follow(): Promise<void> {
    const place = this.form.place();
    const { showAddressSelector, showInstallments } = this.#wanted();
    if (place === undefined || !(showAddressSelector || showInstallments)) return;
    if (this.#extras === undefined) {
      await this.context.language.ready;
      const Extras = await this.#load();
      if (Extras === undefined || this.form.place() !== place) return;
      if (this.#extras === undefined) {
        const options = { ...this.form.options(), showAddressSelector, showInstallments };
        this.#extras = new Extras(options, { ...this.context, changed: this.form.changed });
        this.#extras.mount(place);
        this.#extras.lock(this.#isLocked);
      }
    }
    await this.#extras.followBin(this.form.bin());
  }

  /** Shows the errors of the address. True when there are none. */
  validate(): boolean {
    return this.#extras?.validate() ?? this.isValid;
  }

  /** Moves the focus to the first field of the address with an error. False when there is none. */
  focus(): boolean {
    return this.#extras?.focus() === true;
  }

  configure(config: InstallmentConfig): void {
    if (this.#extras === undefined) void this.follow();
    else void this.#extras.configure(config);
  }

  retext(): void {
    this.#extras?.retext(this.form.options().translations);
  }

  restyle(): void {
    this.#extras?.restyle(this.form.options().styles);
  }

  lock(isLocked: boolean): void {
    this.#isLocked = isLocked;
    this.#extras?.lock(isLocked);
  }

  /** Forgets what was entered, when the form is unmounted. */
  clear(): void {
    this.#extras?.end();
    this.#extras = undefined;
  }

  #wanted() {
    return requestedExtras(this.form.options(), this.context.session.configuration);
  }

  /** The next digit tries again after a failure. */
  async #load() {
    try {
      return (await import("./extras.ts")).Extras;
    } catch (cause) {
      log(new SdkError("client:unknown", { params: { what: "The fields below the card did not load" }, cause }));
      this.#hasFailed = true;
      this.form.changed();
      return undefined;
    }
  }
}
