/** Validates the vault client's options. */
import { asObject, shown } from "../elements/check_text.ts";
import { refuse } from "../errors/refuse.ts";
import { BUILT_HOSTS, isTrustedLink } from "../session/links.ts";
import { LOG_LEVELS } from "../wire/log/levels.ts";

/** The environments of the vault client, as `Env` names them. */
export const VAULT_ENVIRONMENTS = ["DEV", "PROD"] as const;
/** `DEV` lets events carry raw values, in test vaults only; `PROD` never does. */
export type VaultEnvironment = (typeof VAULT_ENVIRONMENTS)[number];
/** S-CONST-20. */
export const DEFAULT_ENVIRONMENT: VaultEnvironment = "PROD";

export function checkVaultConfig(config: unknown): void {
  const { vaultID, vaultURL, getBearerToken, options } = asObject(config) ?? {};
  if (vaultID === undefined || vaultID === "") refuse("missing_vault_id");
  if (typeof vaultID !== "string") refuse("invalid_vault_id");
  if (vaultURL === undefined || vaultURL === "") refuse("missing_vault_url");
  if (getBearerToken === undefined || getBearerToken === null) {
    refuse("missing_bearer_token");
  }
  if (typeof getBearerToken !== "function") {
    refuse("invalid_bearer_token_function");
  }
  const { logLevel, env, saveInstrumentURL } = asObject(options) ?? {};
  if (logLevel !== undefined && !LOG_LEVELS.some((known) => known === logLevel)) {
    refuse("invalid_log_level", { value: shown(logLevel) });
  }
  if (env !== undefined && !VAULT_ENVIRONMENTS.some((known) => known === env)) {
    refuse("invalid_environment", { value: shown(env) });
  }
  // Card and bearer token go there, so the rule is that for the links of a session (SECURITY S1).
  for (const [option, value] of Object.entries({ vaultURL, saveInstrumentURL })) {
    const link = String(value);
    // Without a page nothing is sent, and any https address will do.
    const rules = { pageOrigin: globalThis.location?.origin ?? link, hosts: BUILT_HOSTS };
    if (value !== undefined && !isTrustedLink(link, rules)) {
      refuse("invalid_vault_url", { option, value: shown(value) });
    }
  }
}
