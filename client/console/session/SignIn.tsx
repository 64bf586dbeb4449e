/** The console's own sign-in: a passkey, or the company's identity provider. */
import { useState } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { ErrorNotice, Notice } from "../../ui/layout/Notice.tsx";
import { useAction } from "../../ui/controls/use_action.ts";
import { useReturn } from "../../ui/controls/use_return.ts";
import { passkeySentence } from "../../lib/browser/passkeys.ts";
import { own } from "../../../server/wire/own_entry.ts";
import { failureText } from "../api/failure.ts";
import { rememberPlace } from "./place.ts";
import { type SessionState, useSession } from "./session.tsx";

/** The browser's part of passkeys, loaded when one is used. */
export interface PasskeyBrowser {
  answerWithPasskey(question: unknown): Promise<unknown>;
  createPasskey(question: unknown): Promise<unknown>;
}
export type LoadPasskeys = () => Promise<PasskeyBrowser>;

export interface SignInProps {
  readonly state: Extract<SessionState, { readonly kind: "signed_out" }>;
  readonly loadPasskeys: LoadPasskeys;
}

const OIDC_START = "/admin/oidc/start";
/** How a sign-in at the provider ended, by the fragment to which the server redirects the browser. */
const ENDS: Readonly<Record<string, string>> = {
  "#refused": "That account can't use this console. Choose another account, or ask an owner.",
  "#unverified": "We couldn't verify that sign-in. Start again from this page.",
  "#provider-down": "We couldn't reach the sign-in service. Try again in a minute, or use a passkey.",
  "#too-many": "Too many sign-ins from your network. Try again in ten minutes.",
};

export function SignIn({ state: { ways, hasEnded }, loadPasskeys }: SignInProps) {
  const { calls, take } = useSession();
  const [isLeaving, setLeaving] = useState(false);
  useReturn(() => setLeaving(false));
  const returned = own<string | undefined>(ENDS, globalThis.location.hash) ?? "";
  const { isBusy, error, run } = useAction(async () => {
    const question = await calls.passkeyOptions();
    const { answerWithPasskey } = await loadPasskeys();
    take(await calls.signInWithPasskey(await answerWithPasskey(question)));
  }, { sentenceOf: (reason) => passkeySentence(reason) ?? failureText(reason), isLast: true });
  return (
    <main className="door" id="content">
      <div className="door__card stack stack--16">
        <div>
          <p className="door__name">TrustCheck</p>
          <h1>Operator's console</h1>
        </div>
        {hasEnded && (
          <Notice kind="caution" live testId="session-ended">
            <p>Your session has ended. Sign in to continue where you left off.</p>
          </Notice>
        )}
        <ErrorNotice error={error === "" ? returned : error} testId="sign-in-error" />
        {ways.passkey && (
          <Button
            kind="primary"
            wide
            icon="lock"
            busy={isBusy ? "Waiting for your device" : undefined}
            onClick={() => void run()}
            testId="sign-in-passkey"
          >
            Sign in with a passkey
          </Button>
        )}
        {ways.oidc !== null && (
          <Button
            wide
            icon="outside"
            busy={isLeaving ? "Opening the provider" : undefined}
            onClick={() => {
              setLeaving(true);
              rememberPlace();
              globalThis.location.assign(OIDC_START);
            }}
            testId="sign-in-oidc"
          >
            Sign in with {ways.oidc.name}
          </Button>
        )}
        {!ways.passkey && ways.oidc === null && (
          <Notice kind="caution">
            <p>No sign-in method is set up. The console's settings say how to add one.</p>
          </Notice>
        )}
        <p className="small muted">
          For staff only. Every search, every view of personal data and every act is written to an audit log.
        </p>
      </div>
    </main>
  );
}
