/** Who is signed in. Placeholder until its builder fills it. */
import { Page } from "../app/Page.tsx";

export function ProfilePage() {
  return <Page title="Profile">{null}</Page>;
}
