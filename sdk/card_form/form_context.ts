/** What a card form needs from its client. */
import type { ElementContext } from "../element_context.ts";

export type FormContext = Pick<
  ElementContext,
  "session" | "lookUpBin" | "language" | "initOptions" | "ready" | "signal" | "parent"
>;
