/** At start, only when a sign-in was left for a provider: takes the user the redirect brought back (spec W 2). */
import { signInPending } from "../session_store.ts";
import { finishRedirect } from "./sign_in.ts";
import { signInPorts } from "./use_sign_in.ts";

/** True on screens that show the sign-in card, which finishes the redirect itself and shows what went wrong. */
export type IsSignInScreen = (path: string) => boolean;

export async function finishPendingSignIn(path: string, isSignInScreen: IsSignInScreen): Promise<void> {
  if (!signInPending.read() || isSignInScreen(path)) return;
  await finishRedirect(signInPorts(() => undefined));
}
