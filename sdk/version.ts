/** What this SDK calls itself on every call (spec S 1). */
export const CLIENT_VERSION = "5.25.3";
export const VAULT_SDK_VERSION = "1.30.1";
export const CLIENT_TYPE = "web-sdk";
