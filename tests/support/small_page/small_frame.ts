/** The card frame's side of its port in a small page: reports READY, answers requests, and sends what a test says. */
import type { SmallElement } from "./small_page.ts";

type Message = Readonly<Record<string, unknown>>;

export interface SmallFrame {
  /** Everything the page sent, in order. */
  readonly heard: Message[];
  readonly nonce: string;
  say(message: object): Promise<void>;
  close(): void;
}

/** Real time, even when a test replaces the clock. */
const later = globalThis.setTimeout;

/** On a busy machine a message takes tens of milliseconds. */
const TURNS_MS = 50;

/** Messages between two ports arrive in tasks of their own. */
export function turns(): Promise<void> {
  return new Promise((done) => later(done, TURNS_MS));
}

/** Loads the iframe's document; without `isReady` it stays silent. */
export async function loadFrame(
  iframe: SmallElement,
  { isReady = true, answer = () => undefined }: {
    readonly isReady?: boolean;
    readonly answer?: (question: Message) => object | undefined;
  } = {},
): Promise<SmallFrame> {
  const heard: Message[] = [];
  let port: MessagePort | undefined;
  let nonce = "";
  Object.assign(iframe.contentWindow, {
    postMessage: (hello: { readonly nonce: string }, _origin: string, [given]: readonly MessagePort[]) => {
      nonce = hello.nonce;
      port = given;
      if (port === undefined) return;
      port.onmessage = ({ data }: MessageEvent<Message>) => {
        heard.push(data);
        // As in the real frame: READY comes before any answer.
        if (isReady && data === heard[0]) port?.postMessage({ type: "ready", nonce, heightPx: 100 });
        const reply = answer(data);
        if (reply !== undefined) port?.postMessage({ id: data.id, ...reply });
      };
    },
  });
  iframe.fire("load");
  await turns();
  return {
    heard,
    nonce,
    say: async (message) => {
      port?.postMessage(message);
      await turns();
    },
    close: () => port?.close(),
  };
}
