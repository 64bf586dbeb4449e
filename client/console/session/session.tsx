/** The operator's session: known to every page, ended by any call that finds it over. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { Right } from "../../../server/wire/admin/roles.ts";
import type { ConsoleSession } from "../../../server/wire/admin/sign_in.ts";
import { type Calls, isSessionOver } from "../api/calls.ts";
import { type Now, NowContext, nowOf } from "../ui/now.ts";
import { keepSearchOf } from "./search_store.ts";

type Ways = Extract<ConsoleSession, { readonly signed_in: false }>["ways"];
export type SignedIn = Extract<ConsoleSession, { readonly signed_in: true }>;

export type SessionState =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly reason: unknown }
  | { readonly kind: "signed_out"; readonly ways: Ways; readonly hasEnded: boolean }
  | { readonly kind: "signed_in"; readonly session: SignedIn };

export interface SessionControls {
  readonly state: SessionState;
  /** Whether the session goes on, also for a page that has just left the screen. */
  readonly isSignedIn: () => boolean;
  /** Every call; one that finds the session over brings the sign-in in place of the page. */
  readonly calls: Calls;
  /** What the server answered to a sign-in. */
  readonly take: (session: ConsoleSession) => void;
  readonly reload: () => void;
  /** Ends the session; a call that fails changes nothing. */
  readonly signOut: () => Promise<void>;
}

/** Pause between two checks of whether the session is over, even when the server's and browser's clocks drift apart. */
const SOONEST_MS = 1_000;

const SessionContext = createContext<SessionControls | undefined>(undefined);

export function SessionProvider({ calls, children }: { readonly calls: Calls; readonly children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ kind: "loading" });
  const [now, setNow] = useState<Now>(() => Date.now);
  const latest = useRef(state);
  latest.current = state;
  const take = useCallback((session: ConsoleSession, hasEnded = false) => {
    if (session.signed_in) {
      setNow(() => nowOf(session.now, Date.now()));
      keepSearchOf(session.operator.id);
    }
    setState(
      session.signed_in ? { kind: "signed_in", session } : { kind: "signed_out", ways: session.ways, hasEnded },
    );
  }, []);
  const load = useCallback((hasEnded: boolean) => {
    calls.session().then((session) => take(session, hasEnded))
      .catch((reason: unknown) => setState({ kind: "failed", reason }));
  }, [calls, take]);
  useEffect(() => load(false), [load]);
  useEffect(() => {
    if (state.kind !== "signed_in") return;
    const { ends_at, now: at } = state.session;
    // Revealed data does not stay on the screen of an operator who has left, or has signed out in another tab.
    const timer = setTimeout(() => load(true), Math.max(SOONEST_MS, Date.parse(ends_at) - Date.parse(at)));
    const onReturn = () => {
      // A brief network failure takes no page away from an operator who is working.
      if (document.visibilityState === "visible") calls.session().then((session) => take(session, true), () => {});
    };
    document.addEventListener("visibilitychange", onReturn);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onReturn);
    };
  }, [state, calls, load, take]);
  const controls = useMemo((): SessionControls => ({
    state,
    isSignedIn: () => latest.current.kind === "signed_in",
    calls: watched(calls, () => load(true)),
    take: (session) => take(session),
    reload: () => {
      setState({ kind: "loading" });
      load(false);
    },
    signOut: async () => {
      await calls.signOut();
      take(await calls.session());
    },
  }), [state, calls, load, take]);
  return (
    <SessionContext value={controls}>
      <NowContext value={now}>{children}</NowContext>
    </SessionContext>
  );
}

/** The same calls, each of which reports that the session is over. */
function watched(calls: Calls, onOver: () => void): Calls {
  return new Proxy(calls, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== "function") return call;
      return async (...parts: readonly unknown[]) => {
        try {
          return await call(...parts);
        } catch (reason) {
          if (isSessionOver(reason)) onOver();
          throw reason;
        }
      };
    },
  });
}

export function useSession(): SessionControls {
  const controls = useContext(SessionContext);
  if (controls === undefined) throw new Error("Outside of the session");
  return controls;
}

export function useCalls(): Calls {
  return useSession().calls;
}

/** Whether the operator's role may do this; without a session, nothing is allowed. */
export function useMay(): (right: Right) => boolean {
  const { state } = useSession();
  return (right) => state.kind === "signed_in" && state.session.may.includes(right);
}
