/** Privacy. */
import { Page } from "../app/Page.tsx";

export function PrivacyPage() {
  return <Page title="Privacy">{null}</Page>;
}
