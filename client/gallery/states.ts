/** What the gallery shows: parts by name, each in named states. */
import type { ReactNode } from "react";

export interface Part {
  /** State -> the part in it. A state named "focused" shows the first control in it as if it had the focus. */
  readonly states: Readonly<Record<string, ReactNode>>;
  /** Needs the whole width of the page. */
  readonly wide?: boolean;
  /** Is small, in many states. */
  readonly dense?: boolean;
  /** Is a whole page or a modal: each state is shown in a frame of its own. */
  readonly framed?: boolean;
}

export type Parts = Readonly<Record<string, Part>>;
