/** What the plan holds. Placeholder until its builder fills it. */
import { Page } from "../app/Page.tsx";

export function SubscriptionPage() {
  return <Page title="Your subscription">{null}</Page>;
}
