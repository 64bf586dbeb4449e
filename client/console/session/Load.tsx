/** Loads what a page shows: bars while it loads, one sentence and a retry when it failed. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { failureText } from "../api/failure.ts";

export interface Loading<Value> {
  readonly value: Value | undefined;
  /** Why the last try failed; undefined while it loads and after it worked. */
  readonly failure: unknown;
  /** Loads again; the shown value stays until then. */
  readonly reload: () => void;
}

/** `key` says what is loaded: when it changes, the old value disappears at once. */
export function useLoad<Value>(key: string, load: () => Promise<Value>): Loading<Value> {
  const [shown, setShown] = useState<{ readonly key: string; readonly value?: Value; readonly failure?: unknown }>({
    key,
  });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    let isOpen = true;
    latest.current()
      .then((value) => isOpen && setShown({ key, value }))
      .catch((failure: unknown) => isOpen && setShown((last) => ({ ...(last.key === key ? last : { key }), failure })));
    return () => {
      isOpen = false;
    };
  }, [key, round]);
  const reload = useCallback(() => {
    setShown(({ failure: _, ...last }) => last);
    setRound((last) => last + 1);
  }, []);
  const isCurrent = shown.key === key;
  return { value: isCurrent ? shown.value : undefined, failure: isCurrent ? shown.failure : undefined, reload };
}

export interface LoadedProps<Value> {
  readonly of: Loading<Value>;
  readonly lines?: number;
  readonly children: (value: Value) => ReactNode;
}

export function Loaded<Value>({ of: { value, failure, reload }, lines = 6, children }: LoadedProps<Value>) {
  return (
    <>
      {failure !== undefined && (
        <Notice kind="error" live action={<Button onClick={reload} testId="again">Try again</Button>} testId="failure">
          <p>{failureText(failure)}</p>
        </Notice>
      )}
      {value !== undefined ? children(value) : failure === undefined && <Skeleton lines={lines} />}
    </>
  );
}
