/** The number that another screen hands over to the members' field; in memory only, and forgotten once it is there. */
import { signal } from "@preact/signals-react";
import type { ValidatorData } from "./storage_keys.ts";

export const nextNumber = signal<ValidatorData | undefined>(undefined);
