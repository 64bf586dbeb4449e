/** What every object inherits is no name of ours, wherever a word from outside is looked up. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { suggestEmail } from "../features/checkout/details/email_suggestion.ts";
import { failureText } from "../features/checkout/purchase/purchase_texts.ts";
import { identityMessage } from "../features/session/identity/identity_messages.ts";
import { unknownName } from "../features/reports/unknown_names.ts";
import { lineTypeName } from "../ui/score/line_types.ts";

it("SECURITY E4: constructor and its like are no decline, no fault, no kind of line and no ending", () => {
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"]) {
    const decline = (message: string) => failureText({ code: "AUTHORIZATION_ERROR", message });
    assertEquals(decline(name), decline("nothing"));
    assertEquals(identityMessage({ code: `auth/${name}` }), identityMessage({ code: "auth/nothing" }));
    assertEquals(unknownName(name), name);
    assertEquals(lineTypeName(name), lineTypeName("nothing"));
    assertEquals(suggestEmail(`ann@mail.${name}`), suggestEmail("ann@mail.nothing"));
  }
});
