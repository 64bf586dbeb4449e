/** The one way phone numbers are written. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { phoneText } from "./phone_text.ts";

it("writes international numbers with spaces that do not break, and leaves other text as it is", () => {
  for (const number of ["+1 650-253-0000", "+1 650 253 0000"]) {
    assertEquals(phoneText(number), "+1\u00a0650\u00a0253\u00a00000");
  }
  for (const text of ["hello there", "650-253-0000", ""]) assertEquals(phoneText(text), text);
});
