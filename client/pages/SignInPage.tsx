/** Sign-in, and the same screen in activation mode. Placeholder until its builder fills it. */
import { Page } from "../app/Page.tsx";

export function SignInPage({ activation }: { readonly activation: boolean }) {
  return <Page title={activation ? "Activate your access" : "Sign in"}>{null}</Page>;
}
