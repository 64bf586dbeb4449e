/** Forged messages to the card frames: from the merchant's page itself, from a sibling frame and from a popup. */
import type { Frame, Page } from "puppeteer";
import { CARD_FRAME } from "../frames.ts";

export interface Forgery {
  readonly frameOrigin: string;
  /** Each goes to every card frame with a port for an answer, and to the page. */
  readonly messages: readonly unknown[];
  /** Sent through the other end of that port, as an accepted page would do. */
  readonly question: unknown;
}

export interface ForgeryReport {
  readonly sent: number;
  /** Messages that arrived through the ports. */
  readonly answers: () => Promise<readonly string[]>;
}

/**
 * Runs in each sender through the DevTools protocol, where the page's policy does not apply and the sender is the
 * source.
 */
const POST = `(({ frameOrigin, messages, question }) => {
  const shop = opener ?? parent;
  for (const message of messages) {
    for (const target of shop.cardWindows) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => shop.answers.push(JSON.stringify(data));
      target.postMessage(message, frameOrigin, [port2]);
      port1.postMessage(question);
      shop.postMessage(message, "*");
    }
  }
  return messages.length * shop.cardWindows.length * 2;
})`;

export async function forge(page: Page, forgery: Forgery): Promise<ForgeryReport> {
  let sent = 0;
  for (const sender of await sendersFrom(page)) {
    sent += Number(await sender.evaluate(`${POST}(${JSON.stringify(forgery)})`));
  }
  await page.evaluate("popup.close(); sibling.remove()");
  return { sent, answers: async () => asTexts(await page.evaluate("answers")) };
}

async function sendersFrom(page: Page): Promise<readonly (Page | Frame)[]> {
  const opened = new Promise<Page | null>((resolve) => page.once("popup", resolve));
  await page.evaluate(`
    window.answers = [];
    window.cardWindows = [...document.querySelectorAll("iframe")].filter(({ src }) => src.includes("${CARD_FRAME}"))
      .map(({ contentWindow }) => contentWindow);
    window.sibling = Object.assign(document.createElement("iframe"), { name: "sibling" });
    document.body.append(sibling);
    window.popup = open("about:blank"); undefined`);
  const popup = await opened;
  const sibling = page.frames().find((frame) => frame.name() === "sibling");
  if (popup === null || sibling === undefined) throw new Error("a sender did not open");
  return [page, sibling, popup];
}

function asTexts(value: unknown): readonly string[] {
  return value as readonly string[];
}
