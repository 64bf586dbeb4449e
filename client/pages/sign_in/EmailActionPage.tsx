/** /sign-in as the links of other emails open it: confirms an address, or asks for a new password. */
import { type FormEvent, useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { type EmailAction, type EmailActionPorts, emailActionPorts } from "../../features/session/email_action.ts";
import { identityCode } from "../../features/session/identity/identity_code.ts";
import { identityMessage } from "../../features/session/identity/identity_messages.ts";
import { t } from "../../i18n/t.ts";
import { paths } from "../../lib/browser/paths.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Field } from "../../ui/controls/Field.tsx";
import { useAction } from "../../ui/controls/use_action.ts";
import { Notice } from "../../ui/layout/Notice.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { SignInFrame } from "./SignInFrame.tsx";

const USED = t("This link has already been used or has expired. Request a new one.");

const NO_PASSWORD = Object.assign(new Error("No password"), { code: "auth/weak-password" });

function sentenceOf(reason: unknown): string {
  const isUsed = ["auth/invalid-action-code", "auth/expired-action-code"].includes(identityCode(reason));
  return isUsed ? USED : identityMessage(reason);
}

export interface EmailActionPageProps extends EmailAction {
  readonly ports?: EmailActionPorts;
}

export function EmailActionPage({ mode, code, ports = emailActionPorts }: EmailActionPageProps) {
  const signIn = <Link to={paths.signIn()}>{t("Sign in")}</Link>;
  switch (mode) {
    case "resetPassword":
      return (
        <SignInFrame title={t("Choose a new password")} otherWay={signIn}>
          <NewPassword save={(password) => ports.reset(code, password)} />
        </SignInFrame>
      );
    case "verifyEmail":
      return (
        <SignInFrame title={t("Confirm your email")} otherWay={signIn}>
          <Confirmation apply={() => ports.apply(code)} done={t("Your email is confirmed")} />
        </SignInFrame>
      );
    case "verifyAndChangeEmail":
      return (
        <SignInFrame title={t("Confirm your new email")} otherWay={signIn}>
          <Confirmation apply={() => ports.apply(code)} done={t("Your email has been changed")} />
        </SignInFrame>
      );
  }
}

interface ConfirmationProps {
  readonly apply: () => Promise<void>;
  readonly done: string;
}

function Confirmation({ apply, done }: ConfirmationProps) {
  const [isDone, setDone] = useState(false);
  const { error, run } = useAction(async () => {
    await apply();
    setDone(true);
  }, { sentenceOf, isLast: true });
  useEffect(() => void run(), []);
  if (isDone) {
    return (
      <Notice
        kind="done"
        live
        title={done}
        testId="email-action-done"
        action={<Link to={paths.webapp()}>{t("Open your reports")}</Link>}
      />
    );
  }
  if (error === "") {
    return (
      <div className="card">
        <Skeleton lines={2} label={t("Confirming your email")} />
      </div>
    );
  }
  return (
    <Notice
      kind="error"
      live
      testId="email-action-error"
      action={error !== USED && <Button onClick={() => void run()}>{t("Try again")}</Button>}
    >
      <p>{error}</p>
    </Notice>
  );
}

function NewPassword({ save }: { readonly save: (password: string) => Promise<void> }) {
  const [password, setPassword] = useState("");
  const [isDone, setDone] = useState(false);
  const { error, isBusy, run } = useAction(async () => {
    // The library takes an empty one for a question about the code.
    if (password === "") throw NO_PASSWORD;
    await save(password);
    setDone(true);
  }, { sentenceOf, isLast: true });
  if (isDone) {
    return (
      <Notice kind="done" live title={t("Your password has been changed")} testId="email-action-done">
        <p>{t("You've been signed out on all devices. Sign in again to see your reports.")}</p>
      </Notice>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  return (
    <form className="card stack stack--16" onSubmit={submit} noValidate>
      <Field
        label={t("New password")}
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        error={error}
        testId="new-password"
      />
      <Button kind="primary" type="submit" wide busy={isBusy ? t("Saving") : undefined} testId="new-password-save">
        {t("Save password")}
      </Button>
    </form>
  );
}
