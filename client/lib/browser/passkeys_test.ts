/** Passkeys of a device: its name, and what a refusal of the browser means. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { passkeyName, passkeySentence } from "./passkeys.ts";

const AGENTS: readonly (readonly [name: string, agent: string])[] = [
  ["Chrome, Linux", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36"],
  [
    "Chrome, Android",
    "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36",
  ],
  ["Chrome, Windows", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36"],
  ["Chrome, Chromebook", "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36"],
  ["Edge, Windows", "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0"],
  [
    "Opera, Mac",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 OPR/124.0",
  ],
  ["Firefox, Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"],
  ["Safari, Mac", "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15"],
  [
    "Safari, iPhone",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Safari/604.1",
  ],
  ["Safari, iPad", "Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Safari/604.1"],
  ["Linux", "curl on Linux"],
  ["Browser", ""],
];

describe("a new passkey", () => {
  for (const [name, agent] of AGENTS) it(`is named ${name}`, () => assertEquals(passkeyName(agent), name));
});

describe("a refusal of the browser", () => {
  it("becomes a sentence by its name; any other error is not the device's", () => {
    const said = (name: string) =>
      passkeySentence(Object.assign(new Error("x"), { name }))?.split(/[.:]/)[0]?.slice(0, 40);
    assertEquals(
      ["NotAllowedError", "AbortError", "InvalidStateError", "NotSupportedError", "ConstraintError", "TypeError"].map(
        said,
      ),
      [
        "No passkey was used",
        "No passkey was used",
        "This device already has a passkey for yo",
        "This device doesn't support passkeys",
        "This device doesn't support passkeys",
        undefined,
      ],
    );
    assertEquals(passkeySentence({ name: "AbortError" }), undefined);
  });
});
