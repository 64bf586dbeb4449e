/** One client for everything inside: made when it stands in the page, destroyed when it leaves. StrictMode makes two, in turn. */
import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { type InitOptions, type InitResponse, type Outcome, Payrails } from "../mod.ts";
import { followed } from "./followed.ts";

const Client = createContext<Payrails | undefined>(undefined);

export interface PayrailsProviderProps {
  /** The init answer of the merchant's back end; nothing is made before it is there. */
  readonly init: InitResponse | undefined;
  readonly options?: InitOptions;
  /** The answer could not be read or trusted. */
  readonly onError?: (error: unknown) => unknown;
  readonly children?: ReactNode;
}

export function PayrailsProvider({ init, options = {}, onError, children }: PayrailsProviderProps): ReactElement {
  const [client, setClient] = useState<Payrails>();
  const newest = useRef({ init, options, onError });
  newest.current = { init, options, onError };
  useEffect(() => {
    const { init, options } = newest.current;
    if (init === undefined) return;
    const events = followed(() => newest.current.options.events);
    let made: Payrails;
    try {
      made = Payrails.init(init, { ...options, events });
    } catch (error) {
      if (newest.current.onError === undefined) throw error;
      newest.current.onError(error);
      return;
    }
    setClient(made);
    return () => {
      made.destroy();
      setClient(undefined);
    };
    // A new answer is a new session; the same one in a new object is not.
  }, [init?.data]);
  return createElement(Client.Provider, { value: client }, children);
}

/** The client; undefined on a server, before the first effect, and without an init answer. */
export function usePayrails(): Payrails | undefined {
  return useContext(Client);
}

/** Tells once what became of a payment that was under way when the page was left; nothing when there was none. */
export function useResume(onOutcome: (outcome: Outcome) => unknown): void {
  const client = usePayrails();
  const newest = useRef(onOutcome);
  newest.current = onOutcome;
  useEffect(() => {
    let isHere = true;
    client?.resume().then((outcome) => {
      if (isHere && outcome !== undefined) newest.current(outcome);
    });
    return () => {
      isHere = false;
    };
  }, [client]);
}
