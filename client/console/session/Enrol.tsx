/**
 * The one-time link of a new operator: it creates a passkey on this device. The address carries its secret in the
 * fragment.
 */
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { Button } from "../../ui/controls/Button.tsx";
import { Field } from "../../ui/controls/Field.tsx";
import { useAction } from "../../ui/controls/use_action.ts";
import { ErrorNotice } from "../../ui/layout/Notice.tsx";
import { passkeyName, passkeySentence } from "../../lib/browser/passkeys.ts";
import { failureText } from "../api/failure.ts";
import type { LoadPasskeys } from "./SignIn.tsx";
import { useSession } from "./session.tsx";

/** The secret, which is then removed from the address, so that neither history nor screenshots keep it. */
function takeFragment(): string {
  const { hash, pathname } = globalThis.location;
  if (hash !== "") globalThis.history.replaceState(globalThis.history.state, "", pathname);
  return hash.slice(1);
}

export function Enrol({ loadPasskeys }: { readonly loadPasskeys: LoadPasskeys }) {
  const { calls, take } = useSession();
  const navigate = useNavigate();
  const [token] = useState(takeFragment);
  const [name, setName] = useState(() => passkeyName(globalThis.navigator.userAgent));
  const { isBusy, error, run } = useAction(async () => {
    const question = await calls.enrolOptions(token);
    const { createPasskey } = await loadPasskeys();
    const session = await calls.enrol(token, await createPasskey(question), name.trim());
    void navigate("/", { replace: true });
    take(session);
  }, { sentenceOf: (reason) => passkeySentence(reason) ?? failureText(reason), isLast: true });
  return (
    <main className="door" id="content">
      <form
        className="door__card stack stack--16"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <h1>Set up your passkey</h1>
        <p>Your device asks for your fingerprint, face or screen lock. This link works once.</p>
        <ErrorNotice error={error} testId="enrol-error" />
        <Field
          label="Name of this device"
          help="Helps owners tell your passkeys apart."
          value={name}
          onChange={setName}
          maxLength={60}
          required
          testId="enrol-name"
        />
        <Button
          kind="primary"
          wide
          type="submit"
          icon="lock"
          disabled={name.trim() === ""}
          busy={isBusy ? "Waiting for your device" : undefined}
          testId="enrol"
        >
          Save passkey and sign in
        </Button>
      </form>
    </main>
  );
}
