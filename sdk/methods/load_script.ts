/** Loads a vendor's script once per address. A page with Trusted Types allows it by the policy named `payrails`. */
import { wait } from "../core/wait.ts";

export interface ScriptOptions {
  readonly signal: AbortSignal;
  readonly attributes?: Readonly<Record<string, string>>;
  /** Delays before the script is requested again, unless the signal is aborted. */
  readonly retryDelaysMs?: readonly number[];
}

/** How long the SDK waits for a vendor. */
export const VENDOR_MS = 10_000;

const loaded = new Map<string, Promise<void>>();

/** Rejects after ten seconds. A script that comes later is there for the next call. */
export function loadScript(url: string, options: ScriptOptions): Promise<void> {
  return inTime(load(url, options));
}

/** Rejects with the error when the vendor has not answered after ten seconds. */
export function inTime<T>(answer: Promise<T>, late: Error = new TypeError("No answer in time")): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late), VENDOR_MS);
    answer.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

function load(url: string, options: ScriptOptions): Promise<void> {
  const known = loaded.get(url);
  if (known !== undefined) {
    return known.catch((cause) => {
      // The client that began may be destroyed while it waits to ask again; this one still needs the script.
      if (cause instanceof TypeError || options.signal.aborted) throw cause;
      return load(url, options);
    });
  }
  const loading = loadWithRetries(url, options);
  loaded.set(url, loading);
  loading.catch(() => loaded.delete(url));
  return loading;
}

async function loadWithRetries(url: string, { signal, attributes = {}, retryDelaysMs = [] }: ScriptOptions) {
  for (const delayMs of retryDelaysMs) {
    try {
      return await append(url, attributes);
    } catch {
      await wait(delayMs, signal);
    }
  }
  await append(url, attributes);
}

function append(url: string, attributes: Readonly<Record<string, string>>): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
    script.async = true;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      script.remove();
      reject(new TypeError(`The script ${url} did not load`));
    });
    Reflect.set(script, "src", trusted(url));
    document.head.append(script);
  });
}

interface Policy {
  createScriptURL(url: string): unknown;
}

let policy: Policy | undefined;

/** The policy trusts only addresses that this module loads. Without Trusted Types, the plain text is enough. */
function trusted(url: string): unknown {
  const types: unknown = Reflect.get(globalThis, "trustedTypes");
  if (typeof types !== "object" || types === null) return url;
  policy ??= asTypes(types).createPolicy("payrails", { createScriptURL: (address) => address });
  return policy.createScriptURL(url);
}

function asTypes(types: object) {
  return types as { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy };
}
