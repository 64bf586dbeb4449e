/** The frame of every drawing: line, tint and accent come from the style sheet. */
import type { ReactNode } from "react";

export function Drawing({ box, children }: { readonly box: string; readonly children: ReactNode }) {
  return <svg className="drawing" viewBox={box} aria-hidden>{children}</svg>;
}
