/** The document's title for what a page shows now, such as a report; the page's own is back with its next place. */
import { useEffect } from "react";
import { PRODUCT_LABEL } from "../../lib/browser/site.ts";

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_LABEL}`;
  });
}
