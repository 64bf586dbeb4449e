/** The frame believes the document of its own server, and nothing from the page that embeds it. */
import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readFrameDocument } from "./frame_document.ts";

const WRITTEN = { vaultId: "v", publicKey: "ours", keyId: "k", environment: "PROD", parents: ["https://shop.example"] };
/** A document for no page at all. */
const ALONE = { ...WRITTEN, parents: [] };
const HOSTILE = [
  "key=evil&publicKey=evil&encryptionPublicKey=evil&keyId=evil&vaultId=evil",
  "environment=TEST&env=DEV&parents=https://evil.test&parent=*&debug=1",
].join("&");

describe("the frame's document", () => {
  it("SECURITY I6, I8: neither the frame's name nor its address sets a key, an environment or a parent", () => {
    const taken = ["location", "name", "document"].map((name) =>
      [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const
    );
    const documentOf = (written: object): object => ({
      getElementById: () => ({ textContent: JSON.stringify(written) }),
      referrer: "https://evil.test/",
      location: { ancestorOrigins: ["https://evil.test"] },
    });
    try {
      for (const address of ["?v=v", `?v=v&${HOSTILE}`, `?v=v#${HOSTILE}`]) {
        for (
          const name of [
            "",
            "x:<img src=x>:DEBUG",
            "https://evil.test:evil:DEBUG",
            JSON.stringify({ publicKey: "evil" }),
          ]
        ) {
          const values = {
            location: new URL(`https://frame.example/card/5/${address}`),
            name,
            document: documentOf(WRITTEN),
          };
          for (const [key, value] of Object.entries(values)) {
            Object.defineProperty(globalThis, key, { value, configurable: true, writable: true });
          }
          for (const written of [WRITTEN, ALONE]) {
            const read = Reflect.apply(readFrameDocument, undefined, [documentOf(written)]);
            assertEquals(read, { ...written, servedMs: undefined, skewMs: 0 }, `${address} ${name}`);
          }
          // What the server left out comes from nowhere else.
          for (const left of Object.keys(WRITTEN)) {
            const written = { ...WRITTEN, [left]: undefined };
            assertEquals(Reflect.apply(readFrameDocument, undefined, [documentOf(written)]), undefined, left);
          }
        }
      }
    } finally {
      for (const [name, before] of taken) {
        if (before === undefined) Reflect.deleteProperty(globalThis, name);
        else Object.defineProperty(globalThis, name, before);
      }
    }
  });
});
