/** Errors of calls to the vault, whose sentences load with containers. */
import { type Arguments, SdkError, type Written } from "./sdk_error.ts";
import { VAULT_ROWS } from "./vault_rows.ts";

export function vaultError<K extends keyof typeof VAULT_ROWS>(key: K, ...[options]: Arguments<K>): SdkError {
  const written: Written = { ...options, sentence: VAULT_ROWS[key] };
  return Reflect.construct(SdkError, [key, written]);
}
