/** One registry search: terms, query, result. */
import { t } from "../../i18n/t.ts";
import type { RegistryResult, RegistrySearch } from "../../../server/wire/members/registry.ts";
import { failureSentence } from "../../api/failure.ts";

export interface RegistryState {
  readonly isBusy: boolean;
  readonly error: string;
  /** The search was asked for without the terms. */
  readonly needsTerms: boolean;
  readonly result: RegistryResult | undefined;
  /** The query of the result. */
  readonly askedFor: string;
}
export const REGISTRY_START: RegistryState = {
  isBusy: false,
  error: "",
  needsTerms: false,
  result: undefined,
  askedFor: "",
};

export interface RegistryPorts {
  readonly show: (state: RegistryState) => void;
  readonly search: (body: RegistrySearch) => Promise<RegistryResult>;
  /** Keeps name and number of entries in this browser until sign-out (W-STORE-01). */
  readonly keep: (name: string, result: RegistryResult) => void;
}
export interface RegistryInput {
  readonly name: string;
  readonly isAccepted: boolean;
  readonly termsVersion: string;
}
const TEXTS = {
  unanswered: t(
    "We couldn't reach our server. The name you entered is still here. Check your connection and search again.",
  ),
  fallback: t("The search failed on our end. The name you entered is still here. Search again."),
};
const NO_NAME = t("Enter a name, ideally first and last.");

export async function searchRegistry(ports: RegistryPorts, input: RegistryInput): Promise<void> {
  const name = input.name.trim();
  if (name === "") return ports.show({ ...REGISTRY_START, error: NO_NAME });
  if (!input.isAccepted) return ports.show({ ...REGISTRY_START, needsTerms: true });
  ports.show({ ...REGISTRY_START, isBusy: true });
  try {
    const result = await ports.search({ name, accepted_terms: input.termsVersion });
    ports.keep(name, result);
    ports.show({ ...REGISTRY_START, result, askedFor: name });
  } catch (reason) {
    ports.show({ ...REGISTRY_START, error: failureSentence(reason, TEXTS) });
  }
}
