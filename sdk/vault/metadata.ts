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
  const [, model = ""] = /\(([^;)]+)/.exec(userAgent) ?? [];
  return {
    sdk_name_version: `${SDK_NAME}@${VAULT_SDK_VERSION}`,
    sdk_client_device_model: model.slice(0, MAX_CHARS),
    sdk_os_version: (platform ?? "").slice(0, MAX_CHARS),
    sdk_runtime_details: userAgent.replace(/[^\x20-\x7e]/g, "").slice(0, MAX_CHARS),
  };
}
