/** Options of `client.dynamicElement`, and the instrument it stores. */
import type { Css } from "../options.ts";

/** Styles of a field by state. */
export interface DynamicFieldStates {
  /** In every state, below the others. */
  base?: Css;
  /** While the field is filled in and valid. */
  complete?: Css;
  /** While the field is empty. */
  empty?: Css;
  /** While the shopper is in the field. */
  focus?: Css;
  /** While the field shows its error line. */
  invalid?: Css;
}

/** Styles of one field with its label and error line. */
export interface DynamicFieldStyles {
  /** The box around label, control and error line. */
  base?: Css;
  /** The label above the control. */
  label?: Css;
  /** The error line below the control; empty until the shopper leaves the field. */
  errors?: Css;
  /** The control of a field that is typed. */
  input?: DynamicFieldStates;
  /** The control of a field with a list of choices (`oneOf` of its schema). */
  select?: DynamicFieldStates;
  /** The radio buttons of a choice on which other fields depend, such as the kind of an account. */
  tabs?: {
    /** One of the choices. */
    tab: {
      /** Chosen or not. */
      base?: Css;
      /** While it is the chosen one. */
      active?: Css;
    };
    /** The box around all choices. */
    container?: DynamicFieldStates;
  };
}

/** Error texts by the rule that a value breaks. Default: `errorMessage` of the schema, then the SDK's own sentence. */
export interface DynamicErrorTexts {
  /** A required field is empty. */
  required?: string;
  /** The value has fewer characters than `minLength`. */
  minLength?: string;
  /** The value has more characters than `maxLength`. */
  maxLength?: string;
  /** The value does not match `pattern`. */
  pattern?: string;
  /** The value is none of `oneOf`. */
  oneOf?: string;
}

/** Options of `client.dynamicElement`. */
export interface DynamicElementOptions {
  /** The method whose `instrumentDataSchema` names the fields. */
  paymentMethod: {
    /** A code of `client.getAvailablePaymentMethods()`, such as `bankAccount`. */
    paymentMethodCode: string;
    /** The code for payouts, where the method has another one. */
    payoutMethodCode?: string;
  };
  /** Styles of all fields, and of single ones over them. */
  styles?: {
    /** For every field. */
    all?: DynamicFieldStyles;
    /** For single fields, by their names in the schema; laid over `all`. */
    fields?: Record<string, DynamicFieldStyles>;
  };
  /** Texts of single fields, and error texts of all of them. Default: the schema's own. */
  translations?: {
    /** By the names of the fields in the schema. */
    fields?: Record<string, { label?: string; placeholder?: string; errors?: DynamicErrorTexts }>;
    /** For every field that has no text of its own. */
    errors?: DynamicErrorTexts;
  };
  /** Callbacks of the form. */
  events?: {
    /** The fields are in the page and accept input. */
    onReady?: () => unknown;
    /** Every required field became valid, or one stopped being so. Called on changes only, not at the start. */
    onValidationChange?: (isValid: boolean) => unknown;
  };
}

/** A stored instrument as the service answers it; its `data` are those of its kind. */
export interface DynamicInstrument {
  /** Id of the instrument, for `client.setState` and `client.api`. */
  readonly id: string;
  /** Further fields of the service, unchanged. */
  // deno-lint-ignore no-explicit-any -- 5.45.0 gives the answer no type
  readonly [name: string]: any;
}
