/** Stores the SDK's version in local storage as `sdk_version` (S-STORE-02). Does nothing where storage is blocked. */
import { CLIENT_VERSION } from "../version.ts";

const STORAGE_KEY = "sdk_version";

export function rememberVersion(): void {
  try {
    localStorage.setItem(STORAGE_KEY, CLIENT_VERSION);
  } catch {
    // Blocked by the browser or by the page's sandbox.
  }
}
