/** Plans and receipts. Placeholder until its builder fills it. */
import { Page } from "../app/Page.tsx";

export function ManageSubscriptionsPage() {
  return <Page title="Subscriptions">{null}</Page>;
}
