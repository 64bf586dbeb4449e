/**
 * The frame's only entry point. One checked hello from the parent window supplies a private port; the frame listens to
 * nothing else.
 */
import type { FromFrameMessage } from "../sdk/wire/frames.ts";
import { parseHello } from "../sdk/wire/hello.ts";

export interface Bridge {
  readonly nonce: string;
  readonly send: (message: FromFrameMessage) => void;
}

export interface AwaitParentOptions<M> {
  readonly parents: readonly string[];
  /** Undefined for data that is not a message of this frame; such data is dropped. */
  readonly parse: (data: unknown) => M | undefined;
}

/** `http://localhost:*` matches any port of that host; every other entry has to match the whole origin. */
export function isParentOrigin(origin: string, parents: readonly string[]): boolean {
  return parents.some((parent) =>
    parent.endsWith(":*")
      ? origin === parent.slice(0, -2) || (origin.startsWith(parent.slice(0, -1)) && /:\d+$/.test(origin))
      : origin === parent
  );
}

/** Waits for the first valid hello. An invalid one is ignored without an answer. */
export function awaitParent<M>(
  { parents, parse }: AwaitParentOptions<M>,
  start: (bridge: Bridge) => (message: M) => void,
): void {
  const listen = (event: MessageEvent<unknown>) => {
    const hello = parseHello(event.data);
    const [port] = event.ports;
    if (hello === undefined || port === undefined) return;
    if (event.source !== globalThis.parent || !isParentOrigin(event.origin, parents)) return;
    globalThis.removeEventListener("message", listen);
    const receive = start({ nonce: hello.nonce, send: (message) => port.postMessage(message) });
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = parse(data);
      if (message !== undefined) receive(message);
    };
  };
  globalThis.addEventListener("message", listen);
}
