/** Version of the SDK, reported on every call (S-CONST-18). */
export const CLIENT_VERSION = "5.25.3";
/** Version of the vault client, reported on every call. */
export const VAULT_SDK_VERSION = "1.30.1";
export const CLIENT_TYPE = "web-sdk";
