/** A call behind a button: one at a time, and a failure becomes one sentence. */
import { useRef, useState } from "react";

export interface Action {
  readonly isBusy: boolean;
  /** Why the last run failed; empty before and while it runs. */
  readonly error: string;
  /** Does nothing while a run is under way. */
  run(): Promise<void>;
}

export interface ActionOptions {
  readonly sentenceOf: (reason: unknown) => string;
  /** The part disappears when the call works, so its button never becomes ready again. */
  readonly isLast?: boolean;
}

export function useAction(call: () => Promise<void>, { sentenceOf, isLast = false }: ActionOptions): Action {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const isRunning = useRef(false);
  const run = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setError("");
    try {
      await call();
      if (isLast) return;
    } catch (reason) {
      setError(sentenceOf(reason));
    }
    isRunning.current = false;
    setBusy(false);
  };
  return { isBusy, error, run };
}
