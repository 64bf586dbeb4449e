/** Loads data when a screen opens: loading, loaded or failed, with a retry. */
import { useEffect, useState } from "react";

export type Loaded<T> =
  | { readonly kind: "loading" }
  | { readonly kind: "loaded"; readonly value: T }
  | { readonly kind: "failed"; readonly reason: unknown };

export interface Loading<T> {
  readonly loaded: Loaded<T>;
  /** Clears the screen and loads again. */
  readonly again: () => void;
  /** Loads again while the current data stays on screen. */
  readonly reload: () => void;
}

export function useLoaded<T>(load: () => Promise<T>): Loading<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ kind: "loading" });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isOpen = true;
    load()
      .then((value) => isOpen && setLoaded({ kind: "loaded", value }))
      .catch((reason: unknown) => isOpen && setLoaded({ kind: "failed", reason }));
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
