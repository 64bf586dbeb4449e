/** The SDK's version under the name of spec S 7; where storage is blocked nothing is remembered, and nothing else changes. */
import { CLIENT_VERSION } from "../version.ts";

const STORAGE_KEY = "sdk_version";

export function rememberVersion(): void {
  try {
    localStorage.setItem(STORAGE_KEY, CLIENT_VERSION);
  } catch {
    // Blocked by the browser or the page's sandbox.
  }
}
