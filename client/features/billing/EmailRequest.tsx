/** An address field, one button, and a response that is the same for every address. */
import { t } from "../../i18n/t.ts";
import { type FormEvent, type ReactNode, useState } from "react";
import { isEmail } from "../../../server/wire/email.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Field } from "../../ui/controls/Field.tsx";
import { takeFocus } from "../../ui/controls/take_focus.ts";
import { Notice } from "../../ui/layout/Notice.tsx";
import { requestByEmail } from "./cancel.ts";

export interface EmailRequestProps {
  readonly send: (email: string) => Promise<void>;
  readonly startWith: string;
  /** What to enter and what follows; gone once the email is sent. */
  readonly lead: string;
  readonly button: string;
  readonly busy: string;
  readonly sentTitle: string;
  readonly sent: ReactNode;
  readonly help: string;
}

export function EmailRequest(props: EmailRequestProps) {
  const [email, setEmail] = useState(props.startWith);
  const [error, setError] = useState("");
  const [phase, setPhase] = useState<"idle" | "busy" | "sent" | "again">("idle");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isEmail(email.trim())) {
      return setError(t("Enter the email you paid with, such as name@example.com."));
    }
    setError("");
    setPhase("busy");
    const end = await requestByEmail(props, email.trim());
    if (end.kind === "failed") setError(end.text);
    setPhase(end.kind === "sent" ? "sent" : "idle");
  };
  if (phase === "sent") {
    return (
      <Notice
        kind="done"
        live
        title={<span ref={takeFocus} tabIndex={-1}>{props.sentTitle}</span>}
        testId="mail-sent"
        action={<Button onClick={() => setPhase("again")}>{t("Use a different email")}</Button>}
      >
        {props.sent}
      </Notice>
    );
  }
  return (
    <>
      <p className="lead">{props.lead}</p>
      <form className="card stack stack--16" onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label={t("Email")}
          type="email"
          value={email}
          onChange={setEmail}
          error={error}
          help={props.help}
          autoFocus={phase === "again"}
          testId="mail-address"
        />
        <Button kind="primary" type="submit" wide busy={phase === "busy" ? props.busy : undefined} testId="mail-send">
          {props.button}
        </Button>
      </form>
    </>
  );
}
