/** The form of an instrument that is not a card, as a page holds it while its code loads. */
import { SdkError } from "../errors/sdk_error.ts";
import type { InstrumentSchema } from "../execution/field_schema.ts";
import type { Configuration } from "../session/read_config.ts";
import type { LazyElement } from "../ui/lazy_element.ts";
import type { Target } from "../ui/mount_point.ts";
import type { TokenizeOptions } from "../vault/save_instrument.ts";
import type { DynamicForm } from "./dynamic_form.ts";
import type { DynamicElementOptions, DynamicInstrument } from "./options.ts";

/** The form of an instrument that is not a card, made by `client.dynamicElement`. */
export class DynamicElement {
  readonly #element: LazyElement<DynamicForm>;

  /** @internal */
  constructor(element: LazyElement<DynamicForm>) {
    this.#element = element;
  }

  /** The `id` of the form in the page. */
  get id(): string | undefined {
    return this.#element.id;
  }

  /** The `data-testid` of the form; undefined, since it has none. */
  get dataTestId(): string | undefined {
    return this.#element.dataTestId;
  }

  /** The selector of the form by its id. */
  get selector(): string {
    return this.#element.selector;
  }

  /** The place it is mounted into; null before and after. */
  get parentElement(): HTMLElement | null {
    return this.#element.parentElement;
  }

  /**
   * Mounts the form into an element of the page, a selector or a bare id. Resolves when its fields are shown.
   *
   * @throws `payrails:client:element_missing` when the place does not exist
   */
  async mount(target: Target): Promise<void> {
    await this.#element.mount(target).ready;
  }

  /** Removes the form and what was typed. */
  unmount(): void {
    this.#element.unmount();
  }

  /**
   * Stores the instrument without paying. Resolves to the service's answer.
   *
   * @throws `payrails:client:dynamic_element.invalid` when a field is not valid, `payrails:api:url_not_found` when the
   * session cannot store, `payrails:api:*` when the call fails
   */
  async tokenize(options: TokenizeOptions = {}): Promise<DynamicInstrument> {
    const form = await this.#element.ready;
    if (form === undefined) throw new SdkError("client:dynamic_element.invalid");
    return await form.tokenize(options);
  }
}

export function schemaOf(
  { methods }: Pick<Configuration, "methods">,
  { paymentMethodCode, payoutMethodCode }: DynamicElementOptions["paymentMethod"],
): InstrumentSchema {
  const { clientConfig } = methods.find((method) =>
    method.paymentMethodCode === paymentMethodCode ||
    (payoutMethodCode !== undefined && method.payoutMethodCode === payoutMethodCode)
  ) ?? {};
  const schema = clientConfig?.instrumentDataSchema ?? clientConfig?.schema;
  if (schema === undefined) {
    throw new SdkError("client:dynamic_element.schema_missing", { params: { method: paymentMethodCode } });
  }
  return parseSchema(schema);
}

/** The service's schema; what a field does not understand has no effect. */
function parseSchema(schema: object): InstrumentSchema {
  return schema;
}
