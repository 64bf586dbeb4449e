/** Remembers the chosen country for this tab (S-STORE-03), or in memory where the browser allows no storage. */
const KEY = "__payrails-selectedCountry";
let inMemory: string | undefined;

export function rememberCountry(code: string): void {
  inMemory = code;
  try {
    sessionStorage.setItem(KEY, code);
  } catch {
    // Without storage the country is kept until the page unloads.
  }
}

export function rememberedCountry(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? inMemory;
  } catch {
    return inMemory;
  }
}
