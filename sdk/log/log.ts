/** Where errors go that no caller receives: the console for now, without those codes that may not be logged (spec S 8). */
import type { SdkError } from "../errors/sdk_error.ts";
import { isLogged } from "../errors/table.ts";

export type Log = (error: SdkError) => void;

export const log: Log = (error) => {
  if (isLogged(error.key)) console.error(`${error.code}: ${error.message}`, error.docUrl);
};

export function warn(message: string): void {
  console.warn(`payrails: ${message}`);
}
