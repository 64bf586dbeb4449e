/** The registry check. Placeholder until its builder fills it. */
import { Page } from "../app/Page.tsx";

export function SexOffendersReportPage() {
  return <Page title="Registry check">{null}</Page>;
}
