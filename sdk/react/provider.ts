/**
 * Creates the client when the provider mounts and destroys it when the provider unmounts. In StrictMode this happens
 * twice in a row.
 */
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
import { latestCallbacks } from "../components/latest_callbacks.ts";
import { type InitResponse, type Outcome, Payrails, type PayrailsClientOptions, type ResumeOptions } from "../mod.ts";
import { type ClientHandlers, useHandlers } from "./handlers.ts";

/** Null outside of a provider. */
const Client = createContext<Payrails | undefined | null>(null);

/** Components and hooks that were found outside of a provider. */
const outside = new Set<string>();

/** The client for a component or hook of this name, which shows nothing outside of a provider. */
export function useClient(name: string): Payrails | undefined {
  const client = useContext(Client);
  if (client === null && !outside.has(name)) {
    outside.add(name);
    console.warn(`payrails: ${name} is outside of PayrailsProvider and does nothing: put it inside of the provider`);
  }
  return client ?? undefined;
}

/** Props of the provider. */
export interface PayrailsProviderProps {
  /** The init response of the merchant's back end. No client is created while it is undefined or null. */
  readonly init: InitResponse | null | undefined;
  /** Options of `Payrails.init`, read when the client is created; its `events` and `locale` follow every render. */
  readonly options?: PayrailsClientOptions;
  /** Handlers of the client's events by name, for the payments of all elements below the provider. */
  readonly on?: ClientHandlers;
  /** Called when the init response cannot be decoded or trusted. Without it the error is thrown. */
  readonly onError?: (error: unknown) => unknown;
  /** Everything that shows elements or calls the hooks. */
  readonly children?: ReactNode;
}

/**
 * Provides one client to the components and hooks below it. A response with other `data` replaces the client.
 *
 * @example
 * ```tsx
 * function Checkout({ init }: { init: InitResponse | undefined }) {
 *   return (
 *     <PayrailsProvider
 *       init={init}
 *       options={{ locale: "de" }}
 *       on={{ success: () => location.assign("/thanks") }}
 *       onError={console.error}
 *     >
 *       <CardForm />
 *       <PaymentButton />
 *     </PayrailsProvider>
 *   );
 * }
 * ```
 */
export function PayrailsProvider({ init, options = {}, on, onError, children }: PayrailsProviderProps): ReactElement {
  const [client, setClient] = useState<Payrails>();
  const newest = useRef({ init, options, onError });
  newest.current = { init, options, onError };
  /** The client that is not destroyed, which `client` shows after the next render, and its locale. */
  const live = useRef<Payrails>(undefined);
  const appliedLocale = useRef(options.locale);
  useEffect(() => {
    const { init, options } = newest.current;
    if (init === undefined || init === null) return;
    const events = latestCallbacks(() => newest.current.options.events);
    let made: Payrails;
    try {
      made = Payrails.init(init, { ...options, events });
    } catch (error) {
      if (newest.current.onError === undefined) throw error;
      newest.current.onError(error);
      return;
    }
    appliedLocale.current = options.locale;
    setClient(live.current = made);
    return () => {
      live.current = undefined;
      made.destroy();
      setClient(undefined);
    };
    // A new session has other data; a re-render may pass the same session in a new object. What has no data is refused.
  }, [typeof init?.data === "string" ? init.data : init ?? undefined]);
  useEffect(() => {
    if (live.current === undefined || appliedLocale.current === options.locale) return;
    appliedLocale.current = options.locale;
    // Without a locale the SDK speaks English.
    live.current.update({ locale: options.locale ?? "en" });
  }, [options.locale, client]);
  useHandlers(on, () => client, client);
  return createElement(Client.Provider, { value: client }, children);
}

/**
 * The client, or undefined on a server, before the first effect, and without an init response.
 *
 * @example
 * ```tsx
 * const cards = usePayrails()?.getSavedCreditCards() ?? [];
 * ```
 */
export function usePayrails(): Payrails | undefined {
  return useClient("usePayrails");
}

/**
 * The resume of each client that may open a challenge. Another call beside it would only hear that it is processing,
 * so a component that is mounted again meanwhile hears how this one ends.
 */
const opening = new WeakMap<Payrails, Promise<Outcome>>();

function resume(client: Payrails, options: ResumeOptions | undefined): Promise<Outcome> {
  if (options?.openChallenge !== true) return client.resume(options);
  const outcome = opening.get(client) ?? client.resume(options).finally(() => opening.delete(client));
  opening.set(client, outcome);
  return outcome;
}

/**
 * Calls back once with the outcome of a payment that was under way when the page was left. Does nothing when there was
 * none. `options` are those of `client.resume`, read when the client is created.
 *
 * @example
 * ```tsx
 * // `init` was kept in session storage before the payment.
 * useResume((outcome) => outcome.type === "success" && location.assign("/thanks"), { mayHaveBegun: true });
 * ```
 */
export function useResume(onOutcome: (outcome: Outcome) => unknown, options?: ResumeOptions): void {
  const client = useClient("useResume");
  const newest = useRef({ onOutcome, options });
  newest.current = { onOutcome, options };
  useEffect(() => {
    if (client === undefined) return;
    let isHere = true;
    resume(client, newest.current.options).then((outcome) => {
      if (isHere && outcome.type !== "not_started") newest.current.onOutcome(outcome);
    }).catch((error: unknown) => {
      // The client ended while it asked, as when the shopper left. The page hears of any other error.
      if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
    });
    return () => {
      isHere = false;
    };
  }, [client]);
}
