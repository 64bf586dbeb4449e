import { Payrails } from "@payrails/web-sdk";
import { begin } from "./pay.js";
globalThis.start = (init) => begin(Payrails, init);
