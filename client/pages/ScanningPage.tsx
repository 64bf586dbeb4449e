/** Scanning. */
import { Page } from "../app/Page.tsx";

export function ScanningPage() {
  return <Page title="Scanning">{null}</Page>;
}
