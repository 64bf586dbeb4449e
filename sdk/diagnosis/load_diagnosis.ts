/** Loads the diagnosis: a chunk of its own, or for the script without modules a part of the file beside it. */
import type * as Diagnosis from "./diagnose.ts";

export function loadDiagnosis(): Promise<typeof Diagnosis> {
  return import("./diagnose.ts");
}
