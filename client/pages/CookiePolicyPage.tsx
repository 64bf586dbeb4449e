/** CookiePolicy. */
import { Page } from "../app/Page.tsx";

export function CookiePolicyPage() {
  return <Page title="CookiePolicy">{null}</Page>;
}
