/**
 * One card with all sign-in methods: first a link by email, which opens every account, then Google, Apple and passkeys.
 * Shows progress and the next step.
 */
import { t } from "../../../i18n/t.ts";
import { type FormEvent, useRef, useState } from "react";
import { isEmail } from "../../../../server/wire/email.ts";
import { offersPasskeys } from "../../../lib/browser/passkeys.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Field } from "../../../ui/controls/Field.tsx";
import { takeFocus } from "../../../ui/controls/take_focus.ts";
import { Notice } from "../../../ui/layout/Notice.tsx";
import { Skeleton } from "../../../ui/layout/Skeleton.tsx";
import { ProviderMark } from "./ProviderMark.tsx";
import { PROVIDER_NAMES, PROVIDERS } from "../identity/providers.ts";
import type { SignIn } from "./use_sign_in.ts";

export interface SignInCardProps {
  readonly signIn: SignIn;
  /** Initial address: the purchase's. */
  readonly email: string;
}

export function SignInCard({ signIn, email }: SignInCardProps) {
  const { state } = signIn;
  const wasSent = useRef(false);
  if (state.kind === "link_sent") wasSent.current = true;
  switch (state.kind) {
    case "idle":
    case "busy":
    // A member who was signed in and is no longer: one who still is does not see the card.
    case "done":
      if (state.kind === "busy" && state.with === "link") return <Opening />;
      return <Choice signIn={signIn} email={email} takesFocus={wasSent.current} />;
    case "link_sent":
      return <LinkSent email={state.email} onAgain={signIn.startOver} />;
    case "email_needed":
      return (
        <EmailForm
          label={t("Which email address was this link sent to?")}
          button={t("Sign in")}
          email=""
          error={state.error}
          busy={undefined}
          onDone={signIn.openWith}
        />
      );
  }
}

interface ChoiceProps extends SignInCardProps {
  /** On the way back from the sent link. */
  readonly takesFocus: boolean;
}

function Choice({ signIn, email, takesFocus }: ChoiceProps) {
  const { state } = signIn;
  const busyWith = state.kind === "busy" ? state.with : undefined;
  return (
    <div className="card stack stack--24" data-testid="sign-in-card">
      {state.kind === "idle" && state.error !== "" && (
        <Notice
          kind="error"
          live
          testId="sign-in-error"
          action={state.needsReload === true && <Button onClick={() => location.reload()}>{t("Reload page")}</Button>}
        >
          <p>{state.error}</p>
        </Notice>
      )}
      <EmailForm
        label={t("Email")}
        button={t("Email me a sign-in link")}
        help={t("No password needed. We'll email you a link to sign in.")}
        email={email}
        takesFocus={takesFocus}
        error=""
        busy={busyWith === "email" ? t("Sending link") : undefined}
        onDone={signIn.sendLink}
      />
      <p className="or">
        <span>{t("or")}</span>
      </p>
      <div className="stack stack--12">
        {PROVIDER_NAMES.map((name) => (
          <Button
            key={name}
            wide
            onClick={() => signIn.withProvider(name)}
            busy={busyWith === name ? t("Waiting for {provider}", { provider: PROVIDERS[name].label }) : undefined}
            disabled={busyWith !== undefined && busyWith !== name}
            testId={`sign-in-${name}`}
          >
            <span className="with-mark">
              <ProviderMark name={name} /> {t("Continue with {provider}", { provider: PROVIDERS[name].label })}
            </span>
          </Button>
        ))}
        {offersPasskeys() && (
          <Button
            wide
            onClick={signIn.withPasskey}
            busy={busyWith === "passkey" ? t("Waiting for your device") : undefined}
            disabled={busyWith !== undefined && busyWith !== "passkey"}
            testId="sign-in-passkey"
          >
            <span className="with-mark">
              <ProviderMark name="passkey" /> {t("Sign in with a passkey")}
            </span>
          </Button>
        )}
      </div>
    </div>
  );
}

interface EmailFormProps {
  readonly label: string;
  readonly button: string;
  readonly help?: string;
  readonly email: string;
  readonly takesFocus?: boolean;
  readonly error: string;
  readonly busy: string | undefined;
  readonly onDone: (email: string) => void;
}

function EmailForm(props: EmailFormProps) {
  const [email, setEmail] = useState(props.email);
  const [isChecked, setChecked] = useState(false);
  const isWrong = isChecked && !isEmail(email.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isEmail(email.trim())) props.onDone(email.trim());
  };
  return (
    <form className="stack stack--16" onSubmit={submit} noValidate>
      <Field
        label={props.label}
        type="email"
        value={email}
        onChange={setEmail}
        error={isWrong ? t("Enter a valid email address, such as name@example.com.") : props.error}
        help={props.help}
        autoFocus={props.takesFocus}
        testId="sign-in-email"
      />
      <Button kind="primary" type="submit" wide busy={props.busy} testId="sign-in-send">{props.button}</Button>
    </form>
  );
}

function LinkSent({ email, onAgain }: { readonly email: string; readonly onAgain: () => void }) {
  return (
    <Notice
      kind="done"
      live
      title={<span ref={takeFocus} tabIndex={-1}>{t("We sent a link to {email}", { email })}</span>}
      testId="link-sent"
      action={<Button onClick={onAgain}>{t("Sign in another way")}</Button>}
    >
      <p>
        {t("Open it on this device to sign in and see your reports. It works once and expires in 60 minutes.")}
      </p>
    </Notice>
  );
}

function Opening() {
  return (
    <div className="card">
      <Skeleton lines={3} label={t("Signing you in")} />
    </div>
  );
}
