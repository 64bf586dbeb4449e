/** Terms. */
import { Page } from "../app/Page.tsx";

export function TermsPage() {
  return <Page title="Terms">{null}</Page>;
}
