/** Loads the diagnosis: a chunk of its own, or for the script without modules a file beside the script. */
import type * as Diagnosis from "./diagnose.ts";

declare const IS_ONE_SCRIPT: boolean | undefined;

/** The script's own address is known only while it runs for the first time. */
const SCRIPT_URL: unknown = Reflect.get(globalThis.document?.currentScript ?? {}, "src");

export const loadDiagnosis: () => Promise<typeof Diagnosis> = typeof IS_ONE_SCRIPT !== "undefined" && IS_ONE_SCRIPT
  ? importBesideScript
  : () => import("./diagnose.ts");

/** A script of another origin cannot import by a relative address. */
function importBesideScript(): Promise<typeof Diagnosis> {
  return import(new URL("diagnosis.mjs", String(SCRIPT_URL)).href);
}
