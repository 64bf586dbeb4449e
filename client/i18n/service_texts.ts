/** English sentence of a service -> ours. Empty in English; the build fills it for the other languages. */
export const SERVICE_TEXTS: Readonly<Record<string, string>> = {};
