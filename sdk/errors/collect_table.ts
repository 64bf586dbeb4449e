/** The rules of containers, elements, collect options and listeners (spec S 5): one row and one sentence for each. */
import type { START } from "./refuse.ts";

/** By their codes without the common start. `{element}` is the element's name, `{at}` where in the options the mistake stands, `{value}` what stood there. */
export const COLLECT_ROWS = {
  // Container
  unmountable: "A collect container has no single place: mount its fields one by one",
  missing_type: "A container needs a type: COLLECT or COMPOSABLE",
  invalid_type: "{value} is no container type: use COLLECT or COMPOSABLE",
  missing_options: "A composable container needs options with a layout",
  invalid_options: "The container options have to be an object",
  missing_layout: "The composable options have no layout",
  invalid_layout: "The layout has to be an array of numbers, at most 100 in all, but holds {value}",
  empty_layout: "The layout is empty: give the number of fields of each row",
  negative_layout: "The layout holds {value}: a row cannot have fewer than 0 fields",
  layout_sum_mismatch: "The layout has room for {expected} elements, but {actual} were created",
  mount_failed: "The container could not be mounted into {target}",
  empty_mount_target: "{element} has nowhere to go: mount needs a selector or an element",
  creation_failed: "The container could not be created",
  // Client
  missing_vault_id: "The vault client needs a vaultID",
  invalid_vault_id: "vaultID has to be text",
  missing_vault_url: "The vault client needs a vaultURL",
  invalid_vault_url: "vaultURL has to be an https address, but is {value}",
  missing_bearer_token: "The vault client needs getBearerToken",
  invalid_bearer_token_function: "getBearerToken has to be a function",
  invalid_log_level: "{value} is no log level: use DEBUG, INFO, WARN or ERROR",
  invalid_environment: "{value} is no environment: use DEV or PROD",
  invalid_custom_url: "The custom element address {value} is not https; the provider's own is used",
  // Element
  invalid_element: "An element's options have to be an object",
  missing_element_type: "{element} has no type",
  empty_element_type: "The type of {element} is empty",
  invalid_element_type: "{element} has the type {value}, which is not known",
  invalid_element_name: "The name of an element has to be text of 1 to 128 signs",
  element_name_change: "The name of {element} cannot be changed after creation",
  duplicate_element_name: "There already is an element named {element} in this container",
  duplicate_element: "{element} fills {value}, which another element fills already",
  missing_table: "{at} has no table",
  invalid_table: "The table of {at} has to be text of at most 128 signs",
  empty_table: "The table of {at} is empty",
  missing_column: "{at} has no column",
  invalid_column: "The column of {at} has to be text of at most 128 signs",
  empty_column: "The column of {at} is empty",
  invalid_skyflow_id: "The skyflowID of {element} has to be text of at most 128 signs",
  empty_skyflow_id: "The skyflowID of {element} is empty",
  invalid_boolean_option: "{option} of {element} has to be true or false",
  invalid_input_format: "The format of {element} has to be text of at most 1,000 signs",
  invalid_translation: "The translation of {element} has to be a plain object of sign to pattern",
  invalid_mask: "The mask of {element} has to be an array: a pattern, then perhaps an object",
  missing_value: "{element} needs a value, as every radio and checkbox",
  missing_choices: "The dropdown {element} needs options to choose from",
  invalid_choices: "The options of the dropdown {element} have to be an array of 1 to 500",
  // Validations
  invalid_validations: "The validations of {element} have to be an array of at most 20, 3 of them expressions",
  missing_validation_type: "{at} has no type",
  invalid_validation_type: "{at} has the type {value}, which is not known",
  missing_validation_params: "{at} has no params",
  invalid_validation_params: "The params of {at} have to be an object",
  missing_regex: "{at} needs params.regex",
  invalid_regex: "params.regex of {at} is no regular expression",
  missing_length: "{at} needs params.min or params.max",
  invalid_length: "params.min and params.max of {at} have to be numbers",
  missing_match_element: "{at} needs params.element",
  invalid_match_element: "params.element of {at} has to be a collect element",
  // Listeners
  missing_event: "A listener needs the name of an event",
  invalid_event: "{value} is no event of an element",
  missing_handler: "The listener for {event} has no handler",
  invalid_handler: "The handler for {event} has to be a function",
} as const;

export type CollectErrors = {
  readonly [C in keyof typeof COLLECT_ROWS as `${typeof START}${C}`]: (typeof COLLECT_ROWS)[C];
};
