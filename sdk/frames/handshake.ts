/** The only caller of postMessage on a page: sends the hello with a private port to the frame's exact origin. */
import { PROTOCOL_VERSION } from "../wire/frames.ts";
import type { FromFrameMessage, Hello, ToFrameMessage } from "../wire/frames.ts";

export interface Line {
  readonly send: (message: ToFrameMessage) => void;
  readonly close: () => void;
}

export interface HandshakeOptions {
  readonly frameOrigin: string;
  /** What is no message of this kind of frame is dropped. */
  readonly parse: (data: unknown) => FromFrameMessage | undefined;
  readonly receive: (message: FromFrameMessage) => void;
}

/** One line per loaded document of the frame; its nonce is never used again. */
export function openLine(frame: Window, { frameOrigin, parse, receive }: HandshakeOptions): Line {
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
