/** Entry of the development build for pages without modules: as `../iife.ts`, with the client that warns. */
import * as exports from "./mod.ts";

const { Payrails, ...others } = exports;
Object.assign(globalThis, { Payrails: Object.assign(Payrails, others) });
