/** Cancellation by e-mail. Placeholder until its builder fills it. */
import { Page } from "../app/Page.tsx";

export function UnsubscribeWithEmailPage() {
  return <Page title="Cancel by e-mail">{null}</Page>;
}
