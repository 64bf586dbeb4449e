// A merchant's page as Vite creates it: the drop-in, its styles, and its events.
import { type InitResponse, Payrails } from "@payrails/web-sdk";
import "@payrails/web-sdk/payrails-styles.css";

const seen: unknown[][] = [];

function start(init: InitResponse): void {
  Payrails.init(init).dropin({ events: { onSuccess: (...given) => seen.push(["onSuccess", ...given]) } })
    .mount("#checkout");
}

Object.assign(globalThis, { seen, start });
