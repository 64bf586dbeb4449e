/** The app inside the card frame: reads its document, waits for the parent's hello, draws the form, reports its height. */
import { RING_ROOM_PX } from "../sdk/wire/frames.ts";
import { awaitParent } from "./bridge.ts";
import { CardForm } from "./form.ts";
import { readFrameDocument } from "./frame_document.ts";
import { Looks } from "./looks/apply.ts";

function start(): void {
  const config = readFrameDocument(document);
  const [sheet] = document.styleSheets;
  if (config === undefined || sheet === undefined) return;
  const looks = new Looks(sheet, document.documentElement);
  awaitParent(config.parents, ({ nonce, send }) => {
    let form: CardForm | undefined;
    addEventListener("pagehide", () => form?.clear());
    return (message) => {
      if (form !== undefined || message.type !== "configure") return form?.receive(message);
      looks.apply(message.setup.looks);
      document.documentElement.lang = message.setup.language;
      form = new CardForm(message.setup, { send, restyle: (next) => looks.apply(next), key: config });
      document.body.append(form.view.form);
      const heightPx = () => Math.ceil(form?.view.form.getBoundingClientRect().height ?? 0) + RING_ROOM_PX;
      send({ type: "ready", nonce, heightPx: heightPx() });
      new ResizeObserver(() => send({ type: "height", heightPx: heightPx() })).observe(form.view.form);
    };
  });
}

start();
