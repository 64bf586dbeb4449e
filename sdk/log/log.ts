/** Where errors go that no caller receives: console and bus, without those codes that may not be logged (spec S 8). */
import type { SdkError } from "../errors/sdk_error.ts";
import { isLogged } from "../errors/table.ts";
import type { Bus } from "./logger.ts";

export type Log = (error: SdkError) => void;

const buses = new Set<Bus>();

export const log: Log = (error) => {
  const { code, message: text, docUrl } = error;
  if (!isLogged(error.key)) return;
  console.error(`${code}: ${text}`, docUrl);
  for (const bus of buses) bus({ event: "error", code, text });
};

/** Until what is given back is called. */
export function hearLog(bus: Bus): () => void {
  buses.add(bus);
  return () => void buses.delete(bus);
}

export function warn(message: string): void {
  console.warn(`payrails: ${message}`);
}
