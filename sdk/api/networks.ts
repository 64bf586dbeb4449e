/** Looks up the networks of a co-badged card by its first digits. */
import type { CardScheme } from "../events.ts";
import { type LookUpBin, MAX_DIGITS } from "./bin.ts";
import { own } from "../wire/own.ts";

/** Names that differ from the capitalized code. */
const NAMES: Readonly<Record<string, string>> = { cartesbancaires: "Cartes Bancaires", mada: "mada" };

/** Two or more networks, or none: fewer digits are not conclusive, and most cards have one network. */
export async function networksOf(bin: string, lookUpBin: LookUpBin): Promise<readonly string[]> {
  const networks = bin.length < MAX_DIGITS ? [] : textsIn((await lookUpBin(bin))?.networks);
  return networks.length < 2 ? [] : networks;
}

export function cardSchemeOf(code: string, selected = false): CardScheme {
  return { code, name: own(NAMES, code) ?? code.charAt(0).toUpperCase() + code.slice(1), selected };
}

/** Validates what the service sent. */
function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
}
