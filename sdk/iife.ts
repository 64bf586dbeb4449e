/**
 * Entry for pages without modules: sets `window.Payrails` to the client class, with all other exports as its
 * properties.
 */
import * as exports from "./mod.ts";

const { Payrails, ...others } = exports;
Object.assign(globalThis, { Payrails: Object.assign(Payrails, others) });
