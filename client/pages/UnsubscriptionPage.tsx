/** Cancellation. Placeholder until its builder fills it. */
import { Page } from "../app/Page.tsx";

export function UnsubscriptionPage() {
  return <Page title="Cancel">{null}</Page>;
}
