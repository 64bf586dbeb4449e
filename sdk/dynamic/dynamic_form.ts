/** Renders the fields of a schema as native controls and stores what the shopper enters. */
import { sendInSession } from "../api/session_call.ts";
import type { ClientContext } from "../client_context.ts";
import { invokeCallback } from "../core/invoke_callback.ts";
import { FAULT_TEXTS } from "../elements/columns.ts";
import { SdkError } from "../errors/sdk_error.ts";
import type { InstrumentSchema } from "../execution/field_schema.ts";
import { applyTheme } from "../ui/appearance.ts";
import { element } from "../ui/element.ts";
import type { TokenizeOptions } from "../vault/save_instrument.ts";
import type { DynamicElementOptions, DynamicInstrument } from "./options.ts";
import { createField, type FieldView } from "./dynamic_field.ts";
import {
  type BrokenRule,
  brokenRule,
  dataOf,
  type DynamicField,
  fieldsOf,
  hiddenOf,
  requiredOf,
} from "./dynamic_rules.ts";

/** The SDK's sentence for each rule, where neither merchant nor schema has one. */
const SENTENCES: Readonly<Record<BrokenRule, "empty" | "incomplete" | "too_long" | "wrong">> = {
  required: "empty",
  minLength: "incomplete",
  maxLength: "too_long",
  pattern: "wrong",
  oneOf: "wrong",
};

/** The fields of one schema. */
export class DynamicForm {
  #root: HTMLElement | undefined;
  #values: Record<string, string> = {};
  #fields: readonly { readonly field: DynamicField; readonly view: FieldView }[] = [];
  #wasValid = false;
  #unlisten: (() => void) | undefined;
  /** Fields the shopper has left: only they show an error while the form is filled in. */
  readonly #left = new Set<string>();

  /** @internal */
  constructor(
    private readonly schema: InstrumentSchema,
    private readonly options: DynamicElementOptions,
    private readonly context: ClientContext,
  ) {}

  /** Replaces the content of the place with the form. */
  mount(point: Element): void {
    const root = this.#root = element("div", "payrails-dynamic-form");
    this.#fields = fieldsOf(this.schema).map((field) => {
      const { styles, translations } = this.options;
      const view = createField(field, {
        styles: [styles?.all ?? {}, styles?.fields?.[field.name] ?? {}],
        texts: translations?.fields?.[field.name] ?? {},
        typed: (text) => {
          this.#values[field.name] = text;
          this.#draw();
        },
        left: () => {
          this.#left.add(field.name);
          this.#draw();
        },
      });
      return { field, view };
    });
    root.append(...this.#fields.map(({ view }) => view.root));
    point.replaceChildren(root);
    this.#unlisten = this.context.language.listen(() => this.#draw());
    applyTheme(root, this.context.initOptions.appearance ?? {});
    this.#draw();
    invokeCallback(() => this.options.events?.onReady?.());
  }

  /** Removes the form and what was typed. */
  unmount(): void {
    this.#unlisten?.();
    this.#root?.remove();
    this.#root = undefined;
    this.#values = {};
    this.#left.clear();
  }

  /** Stores the instrument; see `DynamicElement.tokenize`. */
  async tokenize({ futureUsage = "CardOnFile", storeInstrument = false }: TokenizeOptions): Promise<DynamicInstrument> {
    for (const { field } of this.#fields) this.#left.add(field.name);
    if (!this.#draw()) throw new SdkError("client:dynamic_element.invalid");
    const { session, send, signal } = this.context;
    const { paymentMethod: { paymentMethodCode: paymentMethod } } = this.options;
    const data = dataOf(this.schema, this.#values);
    const answer = await sendInSession({ session, send }, ({ createInstrumentUrl: url, holderReference }) => {
      if (url === undefined) throw new SdkError("api:url_not_found", { params: { what: "saving an instrument" } });
      return {
        method: "POST",
        url,
        signal,
        body: { holderReference, paymentMethod, storeInstrument, futureUsage, data },
      };
    });
    if (answer.type === "refused") throw answer.error;
    if (answer.type === "unanswered") throw new SdkError("api:unknown", { cause: answer.cause });
    return asInstrument(answer.body);
  }

  /** Whether every field that is shown is valid. */
  #draw(): boolean {
    if (this.#root !== undefined) this.context.language.mark(this.#root);
    const hidden = hiddenOf(this.schema, this.#values);
    const required = requiredOf(this.schema, this.#values);
    let isValid = true;
    for (const { field, view } of this.#fields) {
      const { name, schema } = field;
      const isHidden = hidden.has(name);
      const rule = isHidden ? undefined : brokenRule(schema, this.#values[name] ?? "", required.has(name));
      if (rule !== undefined) isValid = false;
      const error = rule !== undefined && this.#left.has(name) ? this.#sentence(field, rule) : "";
      view.draw({ isHidden, error, text: this.#values[name] ?? "" });
    }
    if (isValid !== this.#wasValid) {
      this.#wasValid = isValid;
      invokeCallback(() => this.options.events?.onValidationChange?.(isValid));
    }
    return isValid;
  }

  #sentence({ name, schema }: DynamicField, rule: BrokenRule): string {
    const { fields, errors } = this.options.translations ?? {};
    return fields?.[name]?.errors?.[rule] ?? errors?.[rule] ?? schema.errorMessage?.[rule] ??
      this.context.language.of("entries", FAULT_TEXTS)[SENTENCES[rule]];
  }
}

/** The service's answer as it is. */
function asInstrument(body: unknown): DynamicInstrument {
  return body as DynamicInstrument;
}
