/** A new way in by e-mail. Placeholder until its builder fills it. */
import { Page } from "../app/Page.tsx";

export function AccessRecoveryPage() {
  return <Page title="Get back in">{null}</Page>;
}
