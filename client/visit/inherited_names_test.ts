/** Names inherited from Object match no row of a table that is looked up by outside text. */
import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { suggestEmail } from "../features/checkout/details/email_suggestion.ts";
import { identityMessage } from "../features/session/identity/identity_messages.ts";
import { unknownName } from "../features/reports/view/unknown_names.ts";
import { lineTypeName } from "../ui/report/line_types.ts";

it("SECURITY E4: constructor and other inherited names match no error, line type or domain ending", () => {
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"]) {
    assertEquals(identityMessage({ code: `auth/${name}` }), identityMessage({ code: "auth/nothing" }));
    assertEquals(unknownName(name), name);
    assertEquals(lineTypeName(name), lineTypeName("nothing"));
    assertEquals(suggestEmail(`ann@mail.${name}`), suggestEmail("ann@mail.nothing"));
  }
});
