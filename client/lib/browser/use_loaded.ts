/** Loads data when a screen opens: loading, loaded or failed, with a retry. */
import { useEffect, useState } from "react";
import { reportUnexpected } from "../unexpected.ts";

export type Loaded<T> =
  | { readonly kind: "loading" }
  /** `isStale`: the last reload failed, so the value may be old. */
  | { readonly kind: "loaded"; readonly value: T; readonly isStale: boolean }
  | { readonly kind: "failed"; readonly reason: unknown };

export interface Loading<T> {
  readonly loaded: Loaded<T>;
  /** Clears the screen and loads again. */
  readonly again: () => void;
  /** Loads again while the current data stays on screen, also when that fails. */
  readonly reload: () => void;
}

export function useLoaded<T>(load: () => Promise<T>): Loading<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ kind: "loading" });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isOpen = true;
    load()
      .then((value) => isOpen && setLoaded({ kind: "loaded", value, isStale: false }))
      .catch((reason: unknown) => {
        reportUnexpected(reason);
        if (!isOpen) return;
        setLoaded((last) => last.kind === "loaded" ? { ...last, isStale: true } : { kind: "failed", reason });
      });
    return () => {
      isOpen = false;
    };
  }, [round]);
  return {
    loaded,
    reload: () => setRound((last) => last + 1),
    again: () => {
      setLoaded({ kind: "loading" });
      setRound((last) => last + 1);
    },
  };
}
