/** Translations of services' English sentences. Empty in English; the build fills it for the other languages. */
export const SERVICE_TEXTS: Readonly<Record<string, string>> = {};
