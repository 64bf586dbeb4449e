/** Loads something when a screen opens: loading, loaded or failed, and a way to try again. */
import { useEffect, useState } from "react";

export type Loaded<T> =
  | { readonly kind: "loading" }
  | { readonly kind: "loaded"; readonly value: T }
  | { readonly kind: "failed"; readonly reason: unknown };

export interface Loading<T> {
  readonly loaded: Loaded<T>;
  /** Empties the screen and loads. */
  readonly again: () => void;
  /** Loads behind what is shown. */
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
