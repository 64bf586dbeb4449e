/** The country chosen last, kept for this tab (DECISIONS); in memory alone where the browser allows no storage. */
const KEY = "__payrails-selectedCountry";
let inMemory: string | undefined;

export function rememberCountry(code: string): void {
  inMemory = code;
  try {
    sessionStorage.setItem(KEY, code);
  } catch {
    // A page without storage keeps it until it is left.
  }
}

export function rememberedCountry(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? inMemory;
  } catch {
    return inMemory;
  }
}
