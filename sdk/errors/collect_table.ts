/** The rules of containers, elements, collect options and listeners (spec S 5): one row and one sentence for each. */

/** `{element}` is the element's name, `{at}` where in the options the mistake stands, `{value}` what stood there. */
export const COLLECT_ERRORS = {
  // Container
  "client:collect_container.unmountable": "A collect container has no single place: mount its fields one by one",
  "client:collect_container.missing_type": "A container needs a type: COLLECT or COMPOSABLE",
  "client:collect_container.invalid_type": "{value} is no container type: use COLLECT or COMPOSABLE",
  "client:collect_container.missing_options": "A composable container needs options with a layout",
  "client:collect_container.invalid_options": "The container options have to be an object",
  "client:collect_container.missing_layout": "The composable options have no layout",
  "client:collect_container.invalid_layout":
    "The layout has to be an array of numbers, at most 100 in all, but holds {value}",
  "client:collect_container.empty_layout": "The layout is empty: give the number of fields of each row",
  "client:collect_container.negative_layout": "The layout holds {value}: a row cannot have fewer than 0 fields",
  "client:collect_container.layout_sum_mismatch":
    "The layout has room for {expected} elements, but {actual} were created",
  "client:collect_container.mount_failed": "The container could not be mounted into {target}",
  "client:collect_container.empty_mount_target": "{element} has nowhere to go: mount needs a selector or an element",
  "client:collect_container.creation_failed": "The container could not be created",
  "client:collect_container.operation_failed": "{operation} failed in the card frame",
  "client:collect_container.no_elements": "{operation} needs at least one element: create one first",
  // Client
  "client:collect_container.missing_vault_id": "The vault client needs a vaultID",
  "client:collect_container.invalid_vault_id": "vaultID has to be text",
  "client:collect_container.missing_vault_url": "The vault client needs a vaultURL",
  "client:collect_container.invalid_vault_url": "vaultURL has to be an https address, but is {value}",
  "client:collect_container.missing_bearer_token": "The vault client needs getBearerToken",
  "client:collect_container.invalid_bearer_token_function": "getBearerToken has to be a function",
  "client:collect_container.invalid_log_level": "{value} is no log level: use DEBUG, INFO, WARN or ERROR",
  "client:collect_container.invalid_environment": "{value} is no environment: use DEV or PROD",
  "client:collect_container.invalid_custom_url":
    "The custom element address {value} is not https; the provider's own is used",
  "client:collect_container.invalid_bearer_token": "getBearerToken gave a token that is not valid or has expired",
  "client:collect_container.bearer_token_rejected": "getBearerToken gave no token: it threw or rejected",
  // Element
  "client:collect_container.invalid_element": "An element's options have to be an object",
  "client:collect_container.missing_element_type": "{element} has no type",
  "client:collect_container.empty_element_type": "The type of {element} is empty",
  "client:collect_container.invalid_element_type": "{element} has the type {value}, which is not known",
  "client:collect_container.invalid_element_name": "The name of an element has to be text of 1 to 128 signs",
  "client:collect_container.element_name_change": "The name of {element} cannot be changed after creation",
  "client:collect_container.duplicate_element_name": "There already is an element named {element} in this container",
  "client:collect_container.duplicate_element": "{element} fills {value}, which another element fills already",
  "client:collect_container.missing_table": "{at} has no table",
  "client:collect_container.invalid_table": "The table of {at} has to be text of at most 128 signs",
  "client:collect_container.empty_table": "The table of {at} is empty",
  "client:collect_container.missing_column": "{at} has no column",
  "client:collect_container.invalid_column": "The column of {at} has to be text of at most 128 signs",
  "client:collect_container.empty_column": "The column of {at} is empty",
  "client:collect_container.invalid_skyflow_id": "The skyflowID of {element} has to be text of at most 128 signs",
  "client:collect_container.empty_skyflow_id": "The skyflowID of {element} is empty",
  "client:collect_container.invalid_boolean_option": "{option} of {element} has to be true or false",
  "client:collect_container.invalid_input_format": "The format of {element} has to be text of at most 1,000 signs",
  "client:collect_container.invalid_translation":
    "The translation of {element} has to be a plain object of sign to pattern",
  "client:collect_container.invalid_mask":
    "The mask of {element} has to be an array: a pattern, then perhaps an object",
  "client:collect_container.missing_value": "{element} needs a value, as every radio and checkbox",
  "client:collect_container.missing_choices": "The dropdown {element} needs options to choose from",
  "client:collect_container.invalid_choices": "The options of the dropdown {element} have to be an array of 1 to 500",
  // Validations
  "client:collect_container.invalid_validations": "The validations of {element} have to be an array of at most 20",
  "client:collect_container.missing_validation_type": "{at} has no type",
  "client:collect_container.invalid_validation_type": "{at} has the type {value}, which is not known",
  "client:collect_container.missing_validation_params": "{at} has no params",
  "client:collect_container.invalid_validation_params": "The params of {at} have to be an object",
  "client:collect_container.missing_regex": "{at} needs params.regex",
  "client:collect_container.invalid_regex": "params.regex of {at} is no regular expression",
  "client:collect_container.missing_length": "{at} needs params.min or params.max",
  "client:collect_container.invalid_length": "params.min and params.max of {at} have to be numbers",
  "client:collect_container.missing_match_element": "{at} needs params.element",
  "client:collect_container.invalid_match_element": "params.element of {at} has to be a collect element",
  // Listeners
  "client:collect_container.missing_event": "A listener needs the name of an event",
  "client:collect_container.invalid_event": "{value} is no event of an element",
  "client:collect_container.missing_handler": "The listener for {event} has no handler",
  "client:collect_container.invalid_handler": "The handler for {event} has to be a function",
} as const;
