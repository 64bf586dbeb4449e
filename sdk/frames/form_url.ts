/** Address of the card form's frame. */
import type { VaultConfiguration } from "../wire/config.ts";

export function formUrl({ vaultId, vaultUrl }: Pick<VaultConfiguration, "vaultId" | "vaultUrl">): string {
  return new URL(`/card/5/?v=${encodeURIComponent(vaultId)}`, vaultUrl).href;
}
