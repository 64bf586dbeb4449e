/** Reads what the frame server wrote into this document: sealing key, environment and allowed parents. */
import { isList, isNumber, isOneOf, isOptional, isShape, isText } from "../sdk/wire/check.ts";
import { FRAME_DOCUMENT_ID, type FrameDocument } from "../sdk/wire/frame_document.ts";

const isFrameDocument = isShape<FrameDocument>({
  vaultId: isText(200),
  publicKey: isText(4000),
  keyId: isText(200),
  environment: isOneOf(["TEST", "PROD"]),
  parents: isList(isText(300), 1000),
  servedMs: isOptional(isNumber(0, 1e15)),
});

/** A cache may have kept the document for this long. */
const AGREE_MS = 5 * 60_000;

export interface ReadDocument extends FrameDocument {
  /** Milliseconds to add to this device's clock; 0 when it agrees with the server's. */
  readonly skewMs: number;
}

export function skewOf(servedMs: number, nowMs: number): number {
  return Math.abs(servedMs - nowMs) <= AGREE_MS ? 0 : servedMs - nowMs;
}

export function readFrameDocument(document: Document): ReadDocument | undefined {
  try {
    const { vaultId, publicKey, keyId, environment, parents, servedMs } = JSON.parse(
      document.getElementById(FRAME_DOCUMENT_ID)?.textContent ?? "",
    );
    const known: unknown = { vaultId, publicKey, keyId, environment, parents, servedMs };
    if (!isFrameDocument(known)) return undefined;
    const nowMs = Date.now();
    return { ...known, skewMs: skewOf(known.servedMs ?? nowMs, nowMs) };
  } catch {
    return undefined;
  }
}
