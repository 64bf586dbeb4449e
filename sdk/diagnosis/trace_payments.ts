/** Prints each step of a payment in the console, for clients with `logLevel: "debug"`. Loaded for them only. */

/** The functions of the log. The diagnosis of the one script is a file of its own, with a log of its own. */
export interface StepLog {
  readonly forwardLog: (
    bus: (event: { readonly event: string; readonly text: string }) => void,
    level: "DEBUG",
  ) => () => void;
  readonly trace: (text: string) => void;
}

const STEPS: Readonly<Record<string, string>> = {
  validate: "check the card",
  askMerchant: "ask the page's callbacks",
  compose: "put the payment together",
  authorize: "send authorize",
  renewSession: "ask the page for a new session",
  pollUntilFinal: "ask for the result",
  openChallenge: "open the 3-D Secure challenge",
  continueAction: "send the shopper to the payment page",
  report: "tell the page",
};

let payments = 0;

/** Errors and warnings are in the console at every level. */
export function printSteps({ forwardLog }: StepLog, signal: AbortSignal): void {
  const stop = forwardLog(({ event, text }) => {
    // Consoles hide debug messages by default.
    if (event === "debug" || event === "info") console.info(`payrails: ${text}`);
  }, "DEBUG");
  signal.addEventListener("abort", stop, { once: true });
}

/**
 * The same ports of a payment, whose steps are logged with their answers. No line holds data of the shopper or the
 * card.
 */
export function traced<P extends object>(ports: P, { trace }: StepLog): P {
  const name = `payment ${++payments}`;
  const steps = Object.entries(ports).map(([port, call]: readonly [string, unknown]) => {
    const step = STEPS[port];
    if (step === undefined || typeof call !== "function") return [port, call];
    const logged = (...args: readonly unknown[]) => {
      const what = `${name}: ${step}${detailOf(port, args)}`;
      trace(what);
      const answer: unknown = Reflect.apply(call, ports, args);
      if (answer instanceof Promise) {
        answer.then((value) => trace(`${what}: ${answerOf(value)}`), (error) => trace(`${what}: ${String(error)}`));
      }
      return answer;
    };
    return [port, logged];
  });
  return asPorts<P>(steps);
}

function asPorts<P>(entries: readonly (readonly unknown[])[]): P {
  return Object.fromEntries(entries.map(([port, call]) => [String(port), call])) as P;
}

function detailOf(port: string, [first]: readonly unknown[]): string {
  if (port === "askMerchant") return first === "clicked" ? " about the click" : " about the request";
  return port === "report" ? ` of the outcome ${answerOf(first)}` : "";
}

function answerOf(value: unknown): string {
  if (value === undefined) return "done";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value instanceof Error) return value.message;
  const { type, status, paymentMethodCode } = Object(value);
  const code: unknown = typeof status === "object" ? status?.code : status;
  return [type ?? paymentMethodCode ?? "done", code].filter((part) => part !== undefined).join(" ");
}
