import { begin } from "./pay.js";
globalThis.start = (init) => begin(globalThis.Payrails, init);
