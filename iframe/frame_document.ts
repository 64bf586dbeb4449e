/** Reads what the frame server wrote into this document: sealing key, environment and allowed parents. */
import { isList, isOneOf, isShape, isText } from "../sdk/wire/check.ts";
import { FRAME_DOCUMENT_ID, type FrameDocument } from "../sdk/wire/frame_document.ts";

const isFrameDocument = isShape<FrameDocument>({
  vaultId: isText(200),
  publicKey: isText(4000),
  keyId: isText(200),
  environment: isOneOf(["TEST", "PROD"]),
  parents: isList(isText(300), 1000),
});

export function readFrameDocument(document: Document): FrameDocument | undefined {
  try {
    const data: unknown = JSON.parse(document.getElementById(FRAME_DOCUMENT_ID)?.textContent ?? "");
    return isFrameDocument(data) ? data : undefined;
  } catch {
    return undefined;
  }
}
