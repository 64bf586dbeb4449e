/** Extra offers after a payment. Placeholder until its builder fills it. */
import { Page } from "../app/Page.tsx";

export function OffersPage() {
  return <Page title="Offers">{null}</Page>;
}
