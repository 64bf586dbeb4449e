/** At start, only after a redirect to a provider: signs in the user of the redirect result (W-START-01). */
import { signInPending } from "../session_store.ts";
import { finishRedirect, type SignInPorts } from "./sign_in.ts";
import { signInPorts } from "./use_sign_in.ts";

/** True on screens with the sign-in card, which finishes the redirect itself and shows errors. */
export type IsSignInScreen = (path: string) => boolean;

interface PendingPorts {
  readonly isSignInScreen: IsSignInScreen;
  readonly tracked: SignInPorts["tracked"];
}

export async function finishPendingSignIn(path: string, { isSignInScreen, tracked }: PendingPorts): Promise<void> {
  if (!signInPending.read() || isSignInScreen(path)) return;
  await finishRedirect(signInPorts(() => undefined, tracked));
}
