/** The card frame's side of its port in a small page: reports READY, answers requests, and sends what a test says. */
import { turns } from "./small_channel.ts";
import type { SmallElement } from "./small_page.ts";

type Message = Readonly<Record<string, unknown>>;

export interface SmallFrame {
  /** Everything the page sent, in order. */
  readonly heard: Message[];
  readonly nonce: string;
  /** The only origin that gets the hello and with it the port. */
  readonly helloOrigin: string;
  say(message: object): Promise<void>;
  close(): void;
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
  let helloOrigin = "";
  Object.assign(iframe.contentWindow, {
    postMessage: (hello: { readonly nonce: string }, origin: string, [given]: readonly MessagePort[]) => {
      nonce = hello.nonce;
      helloOrigin = origin;
      port = given;
      if (port === undefined) return;
      port.onmessage = ({ data }: MessageEvent<Message>) => {
        heard.push(data);
        // As in the real frame: READY comes before any answer.
        if (isReady && data === heard[0]) port?.postMessage({ type: "ready", nonce });
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
    helloOrigin,
    say: async (message) => {
      port?.postMessage(message);
      await turns();
    },
    close: () => port?.close(),
  };
}
