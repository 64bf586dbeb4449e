import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { sha256 } from "../db/digest.ts";
import { MAX_QR_BYTES, qrModules, qrSvg } from "./qr.ts";

const pictureOf = (text: string) =>
  qrModules(text).map((row) => row.map((isDark) => isDark ? "1" : "0").join("")).join();

describe("QR code", () => {
  /** QR codes that an independent reader (jsQR 1.4.0) decoded to the text they were made of. */
  const read: readonly (readonly [text: string, picture: string])[] = [
    [
      "http://127.0.0.1:8001/challenge/0b0c0d0e-1111-4222-8333-444455556666",
      "b321c308654fe38032ec38fcfc23fe7b9c08de57bf540abe2a98eddcc2c8a78b",
    ],
    ["Grüße/ä", "2c480454b81fa1aac0d48963f0207e6ae73eaf8db178881c840a40245ca12069"],
    ["x".repeat(MAX_QR_BYTES), "e56681f39122f0d37dcb11bc204e4e9677e2ae0d1bd33c1a3210d2f4c8b6056b"],
  ];
  for (const [text, picture] of read) {
    it(`is the one a reader decoded, for ${text.length} characters`, async () => {
      assertEquals(await sha256(pictureOf(text)), picture);
    });
  }

  it("refuses text that does not fit, and has a quiet zone", () => {
    assertThrows(() => qrModules("x".repeat(MAX_QR_BYTES + 1)), RangeError);
    assertStringIncludes(qrSvg("a", "A picture"), 'viewBox="0 0 65 65"');
  });
});
