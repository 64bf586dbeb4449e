/** The rules of containers, elements, collect options and listeners (spec S 5): one row and one sentence for each. */

/** `{element}` is the element's name, `{at}` where in the options the mistake stands, `{value}` what stood there. */
export const COLLECT_ERRORS = {
  // Container
  "client:collect_container.missing_type": { text: "A container needs a type: COLLECT or COMPOSABLE" },
  "client:collect_container.invalid_type": { text: "{value} is no container type: use COLLECT or COMPOSABLE" },
  "client:collect_container.missing_options": { text: "A composable container needs options with a layout" },
  "client:collect_container.invalid_options": { text: "The container options have to be an object" },
  "client:collect_container.missing_layout": { text: "The composable options have no layout" },
  "client:collect_container.invalid_layout": { text: "The layout has to be an array of numbers, but holds {value}" },
  "client:collect_container.empty_layout": { text: "The layout is empty: give the number of fields of each row" },
  "client:collect_container.negative_layout": {
    text: "The layout holds {value}: a row cannot have fewer than 0 fields",
  },
  "client:collect_container.layout_sum_mismatch": {
    text: "The layout has room for {expected} elements, but {actual} were created",
  },
  "client:collect_container.mount_failed": { text: "The container could not be mounted into {target}" },
  "client:collect_container.empty_mount_target": {
    text: "{element} has nowhere to go: mount needs a selector or an element",
  },
  "client:collect_container.creation_failed": { text: "The container could not be created" },
  "client:collect_container.operation_failed": { text: "{operation} failed in the card frame" },
  "client:collect_container.no_elements": { text: "{operation} needs at least one element: create one first" },
  // Client
  "client:collect_container.missing_vault_id": { text: "The vault client needs a vaultID" },
  "client:collect_container.invalid_vault_id": { text: "vaultID has to be text" },
  "client:collect_container.missing_vault_url": { text: "The vault client needs a vaultURL" },
  "client:collect_container.invalid_vault_url": { text: "vaultURL has to be an https address, but is {value}" },
  "client:collect_container.missing_bearer_token": { text: "The vault client needs getBearerToken" },
  "client:collect_container.invalid_bearer_token_function": { text: "getBearerToken has to be a function" },
  "client:collect_container.invalid_bearer_token": {
    text: "getBearerToken gave a token that is not valid or has expired",
  },
  "client:collect_container.bearer_token_rejected": { text: "getBearerToken gave no token: it threw or rejected" },
  "client:collect_container.invalid_log_level": { text: "{value} is no log level: use DEBUG, INFO, WARN or ERROR" },
  "client:collect_container.invalid_environment": { text: "{value} is no environment: use DEV or PROD" },
  "client:collect_container.invalid_custom_url": {
    text: "The custom element address {value} is not https; the provider's own is used",
  },
  // Element
  "client:collect_container.invalid_element": { text: "An element's options have to be an object" },
  "client:collect_container.missing_element_type": { text: "{element} has no type" },
  "client:collect_container.empty_element_type": { text: "The type of {element} is empty" },
  "client:collect_container.invalid_element_type": { text: "{element} has the type {value}, which is not known" },
  "client:collect_container.invalid_element_name": { text: "The name of an element has to be text that is not empty" },
  "client:collect_container.element_name_change": { text: "The name of {element} cannot be changed after creation" },
  "client:collect_container.duplicate_element_name": {
    text: "There already is an element named {element} in this container",
  },
  "client:collect_container.duplicate_element": {
    text: "{element} fills {value}, which another element fills already",
  },
  "client:collect_container.missing_table": { text: "{at} has no table" },
  "client:collect_container.invalid_table": { text: "The table of {at} has to be text" },
  "client:collect_container.empty_table": { text: "The table of {at} is empty" },
  "client:collect_container.missing_column": { text: "{at} has no column" },
  "client:collect_container.invalid_column": { text: "The column of {at} has to be text" },
  "client:collect_container.empty_column": { text: "The column of {at} is empty" },
  "client:collect_container.invalid_skyflow_id": { text: "The skyflowID of {element} has to be text" },
  "client:collect_container.empty_skyflow_id": { text: "The skyflowID of {element} is empty" },
  "client:collect_container.invalid_boolean_option": { text: "{option} of {element} has to be true or false" },
  "client:collect_container.invalid_input_format": { text: "The format of {element} has to be text" },
  "client:collect_container.invalid_translation": {
    text: "The translation of {element} has to be a plain object of sign to pattern",
  },
  "client:collect_container.invalid_mask": {
    text: "The mask of {element} has to be an array: a pattern, then perhaps an object",
  },
  "client:collect_container.missing_value": { text: "{element} needs a value, as every radio and checkbox" },
  "client:collect_container.missing_choices": { text: "The dropdown {element} needs options to choose from" },
  "client:collect_container.invalid_choices": {
    text: "The options of the dropdown {element} have to be a non-empty array",
  },
  // Validations
  "client:collect_container.invalid_validations": { text: "The validations of {element} have to be an array" },
  "client:collect_container.missing_validation_type": { text: "{at} has no type" },
  "client:collect_container.invalid_validation_type": { text: "{at} has the type {value}, which is not known" },
  "client:collect_container.missing_validation_params": { text: "{at} has no params" },
  "client:collect_container.invalid_validation_params": { text: "The params of {at} have to be an object" },
  "client:collect_container.missing_regex": { text: "{at} needs params.regex" },
  "client:collect_container.invalid_regex": { text: "params.regex of {at} is no regular expression" },
  "client:collect_container.missing_length": { text: "{at} needs params.min or params.max" },
  "client:collect_container.invalid_length": { text: "params.min and params.max of {at} have to be numbers" },
  "client:collect_container.missing_match_element": { text: "{at} needs params.element" },
  "client:collect_container.invalid_match_element": { text: "params.element of {at} has to be a collect element" },
  // Collect
  "client:collect_container.invalid_collect_options": { text: "The options of collect have to be an object" },
  "client:collect_container.invalid_tokens": { text: "tokens has to be true or false" },
  "client:collect_container.invalid_upsert": { text: "upsert has to be an array" },
  "client:collect_container.empty_upsert": { text: "upsert is empty: leave it out, or name a table and a column" },
  "client:collect_container.invalid_upsert_entry": { text: "{at} has to be an object with table and column" },
  "client:collect_container.invalid_additional_fields": { text: "additionalFields has to be an object with records" },
  "client:collect_container.missing_records": { text: "additionalFields has no records" },
  "client:collect_container.invalid_records": { text: "The records of additionalFields have to be an array" },
  "client:collect_container.empty_records": { text: "The records of additionalFields are empty" },
  "client:collect_container.invalid_record": { text: "{at} has to be an object with table and fields" },
  "client:collect_container.missing_fields": { text: "{at} has no fields" },
  "client:collect_container.invalid_fields": { text: "The fields of {at} have to be an object" },
  // Listeners
  "client:collect_container.missing_event": { text: "A listener needs the name of an event" },
  "client:collect_container.invalid_event": { text: "{value} is no event of an element" },
  "client:collect_container.missing_handler": { text: "The listener for {event} has no handler" },
  "client:collect_container.invalid_handler": { text: "The handler for {event} has to be a function" },
  // Vault
  "client:vault.connection": { text: "The vault could not be reached: nothing was stored, try again" },
  "client:vault.network": { text: "{answer}" },
} as const;

const UNKNOWN_CODE_TEXT = "An unknown error occurred";

/** The short description of a collect-container code, slots as they are written; of anything else the spec's sentence. */
export function describeCollectCode(code: string): string {
  const key = code.replace(/^payrails:/, "");
  return new Map<string, { readonly text: string }>(Object.entries(COLLECT_ERRORS)).get(key)?.text ?? UNKNOWN_CODE_TEXT;
}
