/**
 * Metadata of a call to the vault: SDK, device model, operating system and runtime. Nothing about the shopper
 * (S-CONST-22).
 */
import { VAULT_SDK_VERSION } from "../version.ts";

const SDK_NAME = "web-sdk-vault";
/** Longer texts are cut, since headers are limited. */
const MAX_CHARS = 120;

export function metadata() {
  const { userAgent, platform } = globalThis.navigator ?? { userAgent: "", platform: "" };
  const [, device = ""] = /\(([^)]+)/.exec(userAgent) ?? [];
  const parts = device.split("; ");
  // Android names the model last, after the system; the others begin with the machine.
  const model = (device.includes("Android") ? parts.at(-1) : parts[0]) ?? "";
  return {
    sdk_name_version: `${SDK_NAME}@${VAULT_SDK_VERSION}`,
    sdk_client_device_model: headerText(model),
    sdk_os_version: headerText(platform ?? ""),
    sdk_runtime_details: headerText(userAgent),
  };
}

function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "").slice(0, MAX_CHARS);
}
