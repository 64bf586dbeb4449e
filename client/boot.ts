/**
 * Waits until the drawn first screen has been painted, then asks for the app: on a slow line the picture comes first and
 * shares its way with nothing. A script of its own, because nothing inline runs here.
 */
import { PAINT_LIMIT_MS, whenPainted } from "./lib/when_painted.ts";

const own = document.currentScript;
const [entry = "", ...parts] = (own instanceof HTMLScriptElement ? own.dataset.app ?? "" : "").split(" ");

whenPainted(PAINT_LIMIT_MS, () => {
  for (const href of parts) document.head.append(Object.assign(document.createElement("link"), preload(href)));
  document.head.append(Object.assign(document.createElement("script"), { type: "module", src: entry }));
});

function preload(href: string) {
  return { rel: "modulepreload", href };
}
