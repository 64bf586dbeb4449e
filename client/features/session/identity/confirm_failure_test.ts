/** A failed confirmation says what happened, and never blames the network for what the member did. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { ChunkLoadError } from "../../../lib/load_chunk.ts";
import { confirmFailure } from "./confirm_failure.ts";
import { IDENTITY_MESSAGES, identityMessage } from "./identity_messages.ts";

const identity = () => Promise.resolve({ explain: identityMessage });
const said = (code: string) => confirmFailure(Object.assign(new Error(code), { code: `auth/${code}` }), identity);

it("a closed window, another account and too many attempts have the library's sentence", async () => {
  for (const code of ["popup-closed-by-user", "user-mismatch", "too-many-requests", "network-request-failed"]) {
    assertEquals(await said(code), IDENTITY_MESSAGES[code]);
  }
});

it("a blocked window is not said to lead to the sign-in page", async () => {
  assertEquals(
    await said("popup-blocked"),
    "Your browser blocked the sign-in window. Allow pop-ups for this page and try again.",
  );
});

it("every other failure leaves the sentence to the page", async () => {
  assertEquals(await said("internal-error"), "", "it would say that the sign-in failed");
  assertEquals(await confirmFailure(new TypeError("no network"), identity), "");
  const missing = () => Promise.reject(new ChunkLoadError("identity"));
  assertEquals(await confirmFailure({ code: "auth/user-mismatch" }, missing), "");
});
