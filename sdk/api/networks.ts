/** The networks of a co-badged card, asked for by its first digits. */
import type { CardScheme } from "../events.ts";
import { type LookUpBin, MAX_DIGITS } from "./bin_lookup.ts";
import { own } from "../wire/own.ts";

/** Every other name is its code with a capital letter. */
const NAMES: Readonly<Record<string, string>> = { cartesbancaires: "Cartes Bancaires", mada: "mada" };

/** Two or more, or none: fewer digits do not tell, and most cards have one network. */
export async function networksOf(bin: string, lookUpBin: LookUpBin): Promise<readonly string[]> {
  const networks = bin.length < MAX_DIGITS ? [] : textsIn((await lookUpBin(bin))?.networks);
  return networks.length < 2 ? [] : networks;
}

export function cardSchemeOf(code: string, selected = false): CardScheme {
  return { code, name: own(NAMES, code) ?? code.charAt(0).toUpperCase() + code.slice(1), selected };
}

/** What a service sends is looked at before it is used. */
function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
}
