/** Scopes and parameters of each provider (W-AUTH-06, W-AUTH-07). */
import { APPLE_PROVIDER_ID, GOOGLE_PROVIDER_ID } from "../user_record.ts";

export type ProviderName = "google" | "apple";

export interface ProviderRow {
  readonly id: string;
  readonly label: string;
  readonly scopes: readonly string[];
  readonly parameters: Readonly<Record<string, string>>;
}

export const PROVIDERS: Readonly<Record<ProviderName, ProviderRow>> = {
  google: {
    id: GOOGLE_PROVIDER_ID,
    label: "Google",
    scopes: ["profile", "email"],
    // Forces the account chooser, even for people with one account.
    parameters: { prompt: "select_account" },
  },
  apple: { id: APPLE_PROVIDER_ID, label: "Apple", scopes: ["email", "name"], parameters: {} },
};
export const PROVIDER_NAMES: readonly ProviderName[] = ["google", "apple"];
