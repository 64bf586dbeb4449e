/** The entry: number, questions, and the purchase steps. */
import { Page } from "../app/Page.tsx";

export function MainPage() {
  return <Page title="Who is behind this number?">{null}</Page>;
}
