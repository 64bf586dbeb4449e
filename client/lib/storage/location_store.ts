/** The visitor's address and country from the trace; empty until it responds (W-USER-03). */
import { signal } from "@preact/signals-react";

export interface VisitorLocation {
  readonly ip: string;
  readonly country: string;
}

/** Read with `useSignals()`. */
export const visitorLocation = signal<VisitorLocation>({ ip: "", country: "" });
