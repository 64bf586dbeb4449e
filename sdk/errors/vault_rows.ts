/** The errors of calls to the vault: key and sentence. */
export const VAULT_ROWS = {
  "client:vault.connection": "The vault did not answer: whether anything was stored is unknown",
  "client:vault.network": "{answer}",
} as const satisfies Readonly<Record<string, string>>;
