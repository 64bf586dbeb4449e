/** The errors of calls to the vault: key and sentence. */
export const VAULT_ROWS = {
  "client:vault.connection": "The vault could not be reached: nothing was stored, try again",
  "client:vault.network": "{answer}",
} as const satisfies Readonly<Record<string, string>>;
