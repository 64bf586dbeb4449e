/** The fonts that were passed to the worker, which reads no files: a missing font is reported and then sent. */
import type { FontName } from "./fonts.ts";

const provided = new Map<FontName, Uint8Array<ArrayBuffer>>();

export class MissingFont extends Error {
  constructor(readonly font: FontName) {
    super(`The font "${font}" was not given`);
  }
}

export function provideFont(name: FontName, bytes: Uint8Array<ArrayBuffer>): void {
  provided.set(name, bytes);
}

export function providedFont(name: FontName): Uint8Array<ArrayBuffer> {
  const bytes = provided.get(name);
  if (bytes === undefined) throw new MissingFont(name);
  return bytes;
}
