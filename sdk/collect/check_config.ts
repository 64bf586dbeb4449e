/** Validates the vault client's options. */
import { asObject, shown } from "../elements/check_text.ts";
import { refuse } from "../errors/refuse.ts";
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
  if (!isVaultUrl(vaultURL)) {
    refuse("invalid_vault_url", { value: shown(vaultURL) });
  }
  if (getBearerToken === undefined || getBearerToken === null) {
    refuse("missing_bearer_token");
  }
  if (typeof getBearerToken !== "function") {
    refuse("invalid_bearer_token_function");
  }
  const { logLevel, env } = asObject(options) ?? {};
  if (logLevel !== undefined && !LOG_LEVELS.some((known) => known === logLevel)) {
    refuse("invalid_log_level", { value: shown(logLevel) });
  }
  if (env !== undefined && !VAULT_ENVIRONMENTS.some((known) => known === env)) {
    refuse("invalid_environment", { value: shown(env) });
  }
}

/** Requires https, or http on loopback. */
function isVaultUrl(value: unknown): boolean {
  try {
    const { protocol, hostname } = new URL(String(value));
    return protocol === "https:" || (protocol === "http:" && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname));
  } catch {
    return false;
  }
}
