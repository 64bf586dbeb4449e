/** Names inherited from Object never match a row when outside text selects a row of a table. */
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
