/** Address and country of this visitor as the trace endpoint says them; empty until it answered (spec W 3). */
import { signal } from "@preact/signals-react";

export interface VisitorLocation {
  readonly ip: string;
  readonly country: string;
}

/** Read with `useSignals()`. */
export const visitorLocation = signal<VisitorLocation>({ ip: "", country: "" });
