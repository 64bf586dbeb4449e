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
    const { vaultId, publicKey, keyId, environment, parents } = JSON.parse(
      document.getElementById(FRAME_DOCUMENT_ID)?.textContent ?? "",
    );
    const known: unknown = { vaultId, publicKey, keyId, environment, parents };
    return isFrameDocument(known) ? known : undefined;
  } catch {
    return undefined;
  }
}
