/** The look-up of the members area. Placeholder until its builder fills it. */
import { Page } from "../app/Page.tsx";

export function WebappMainPage() {
  return <Page title="Check a number">{null}</Page>;
}
