/** What can go wrong when a container's card is sealed, stored, or its wishes are read (spec S 5 and 7). */
import type { Rows } from "./table.ts";

export const SEALING_ERRORS = {
  // Collect
  "client:collect_container.invalid_collect_options": "The options of collect have to be an object",
  "client:collect_container.invalid_tokens": "tokens has to be true or false",
  "client:collect_container.invalid_upsert": "upsert has to be an array of at most 20",
  "client:collect_container.empty_upsert": "upsert is empty: leave it out, or name a table and a column",
  "client:collect_container.invalid_upsert_entry": "{at} has to be an object with table and column",
  "client:collect_container.invalid_additional_fields": "additionalFields has to be an object with records",
  "client:collect_container.missing_records": "additionalFields has no records",
  "client:collect_container.invalid_records":
    "The records of additionalFields have to be an array of at most 4,000 signs",
  "client:collect_container.empty_records": "The records of additionalFields are empty",
  "client:collect_container.invalid_record": "{at} has to be an object with table and fields",
  "client:collect_container.missing_fields": "{at} has no fields",
  "client:collect_container.invalid_fields": "The fields of {at} have to be an object of JSON",
  // Fields and bearer tokens
  "client:collect_container.operation_failed": "{operation} failed in the card frame",
  "client:collect_container.no_elements": "{operation} needs at least one element: create one first",
  "client:collect_container.invalid_bearer_token": "getBearerToken gave a token that is not valid or has expired",
  "client:collect_container.bearer_token_rejected": "getBearerToken gave no token: it threw or rejected",
  // Vault
  "client:vault.connection": "The vault could not be reached: nothing was stored, try again",
  "client:vault.network": "{answer}",
} as const satisfies Rows;
