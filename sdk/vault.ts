/** Entry of the vault client: secure fields without the rest of the checkout. */
import { CONTAINER_TYPES } from "./collect/check_collect.ts";
import { ELEMENT_EVENTS, VAULT_ELEMENT_TYPES } from "./wire/elements.ts";
import { LOG_LEVELS } from "./wire/log/levels.ts";

export { init } from "./collect/vault_client.ts";
export { PayrailsError } from "./errors/sdk_error.ts";
export { describeCollectCode } from "./errors/describe.ts";
export { VAULT_SDK_VERSION } from "./version.ts";
export type { CollectContainer } from "./collect/collect_container.ts";
export type { ComposableContainer } from "./collect/composable.ts";
export type { CollectOptions, ContainerOptions } from "./collect/options.ts";
export type { CollectResult } from "./vault/save_instrument.ts";
export type { CollectElement } from "./elements/element.ts";
export type { CollectElementOptions, ElementStyles, ValidationRule } from "./elements/options.ts";
export type { VaultClient, VaultConfig } from "./collect/vault_client.ts";
export type { ElementState } from "./wire/elements.ts";

/** Builds an enum-like object: each name in upper case, with its value as merchants pass it. */
const words = <T extends string>(names: readonly T[]) => asWords<T>(names.map((name) => [name.toUpperCase(), name]));

/** Kinds of containers: COLLECT mounts each field separately, COMPOSABLE lays all fields out in one frame. */
export const ContainerType = words(CONTAINER_TYPES);
/** Types of collect elements. */
export const ElementType = words(VAULT_ELEMENT_TYPES);
/** Events of collect elements. */
export const EventName = words(ELEMENT_EVENTS);
/** Log levels, from DEBUG to ERROR. */
export const LogLevel = words(LOG_LEVELS);
/** Environments of the vault client. DEV lets events carry raw values, in test vaults only. */
export const Env = words(["DEV", "PROD"]);
/** Types of validation rules. */
export const ValidationRuleType = words(["REGEX_MATCH_RULE", "LENGTH_MATCH_RULE", "ELEMENT_VALUE_MATCH_RULE"]);

function asWords<T extends string>(entries: readonly (readonly string[])[]) {
  return Object.fromEntries(entries) as { readonly [K in Uppercase<T>]: Extract<T, K | Lowercase<K>> };
}
