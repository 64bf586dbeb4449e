/** The frame's only door: one checked hello from the parent window pins a private port, and nothing else is listened to. */
import type { FromFrameMessage } from "../sdk/wire/frames.ts";
import { parseHello } from "../sdk/wire/hello.ts";

export interface Bridge {
  readonly nonce: string;
  readonly send: (message: FromFrameMessage) => void;
}

export interface Listening<M> {
  readonly parents: readonly string[];
  /** What is no message of this frame is dropped. */
  readonly parse: (data: unknown) => M | undefined;
}

/** `http://localhost:*` stands for any port of that host; everything else is compared whole. */
export function isParentOrigin(origin: string, parents: readonly string[]): boolean {
  return parents.some((parent) =>
    parent.endsWith(":*")
      ? origin === parent.slice(0, -2) || (origin.startsWith(parent.slice(0, -1)) && /:\d+$/.test(origin))
      : origin === parent
  );
}

/** Waits for the first valid hello; what is wrong in any point is ignored without an answer. */
export function awaitParent<M>(
  { parents, parse }: Listening<M>,
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
