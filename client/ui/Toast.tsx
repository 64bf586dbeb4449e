/** A short confirmation at the edge of the screen, in a polite live region that exists before it is needed. */
import type { ReactNode } from "react";

/** Empty children keep the region and hide the box. */
export function Toast({ children }: { readonly children?: ReactNode }) {
  const isEmpty = children === undefined || children === null || children === "";
  return <div className="toast-region" role="status">{!isEmpty && <p className="toast">{children}</p>}</div>;
}
