// A shop's page as Vite starts one: the drop-in, its styles, and what it tells.
import { type InitResponse, Payrails } from "@payrails/web-sdk";
import "@payrails/web-sdk/payrails-styles.css";

const seen: unknown[][] = [];

function start(init: InitResponse): void {
  Payrails.init(init).dropin({ events: { onSuccess: (...given) => seen.push(["onSuccess", ...given]) } })
    .mount("#checkout");
}

Object.assign(globalThis, { seen, start });
