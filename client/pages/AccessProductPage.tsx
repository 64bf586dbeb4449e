/** How to get in after paying. Placeholder until its builder fills it. */
import { Page } from "../app/Page.tsx";

export function AccessProductPage() {
  return <Page title="Your report">{null}</Page>;
}
