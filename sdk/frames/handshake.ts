/**
 * Sends the hello with a private port to the frame's exact origin. No other code of the page calls `postMessage` on a
 * window.
 */
import { PROTOCOL_VERSION } from "../wire/frames.ts";
import type { FromFrameMessage, Hello, ToFrameMessage } from "../wire/frames.ts";

export interface FrameConnection {
  readonly send: (message: ToFrameMessage) => void;
  readonly close: () => void;
}

export interface HandshakeOptions {
  readonly frameOrigin: string;
  /** Undefined for data that is not a message of this kind of frame; such data is dropped. */
  readonly parse: (data: unknown) => FromFrameMessage | undefined;
  readonly receive: (message: FromFrameMessage) => void;
}

/** Opens a channel to one loaded document of the frame, with a nonce that is used once. */
export function connectFrame(frame: Window, { frameOrigin, parse, receive }: HandshakeOptions): FrameConnection {
  const { port1, port2 } = new MessageChannel();
  const nonce = crypto.randomUUID();
  let isPinned = false;
  port1.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = parse(data);
    if (message === undefined) return;
    if (message.type === "ready") {
      if (isPinned || message.nonce !== nonce) return;
      isPinned = true;
    }
    if (isPinned) receive(message);
  };
  const hello: Hello = { type: "trustcheck:hello", version: PROTOCOL_VERSION, nonce };
  frame.postMessage(hello, frameOrigin, [port2]);
  return { send: (message) => port1.postMessage(message), close: () => port1.close() };
}
