/** The rule for sentences refuses words that name no actor, and no others. */
import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import plugin from "./lint_boundaries.ts";
import { vagueActor } from "./named_actors.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const lint = (file: string, code: string) =>
  Deno.lint.runPlugin(plugin, ROOT + file, code).map(({ message }) => message);

describe("words that name no actor", () => {
  const refused = [
    "*Nobody* needs this row.",
    "A card that *somebody* stole.",
    "*Whoever* comes first, pays.",
    "The issuer approves *nobody*'s card.",
    "*Anyone* can call this.",
    "The secret that *everybody* knows.",
    "The page is open. *No one* reads it.",
    "Answers before *anyone* asks.",
    "A header *anybody* could send.",
    "Fails when *someone* else pays.",
    "Public, so *everyone* may read it.",
  ];
  for (const marked of refused) {
    const [before = "", word = "", after = ""] = marked.split("*");
    const text = before + word + after;
    it(`refuses: ${text}`, () => assertEquals(vagueActor(text), word));
  }

  const allowed = [
    "A page read by anyone.",
    "Free for everyone who signs in.",
    "Answers 503 before it charges anyone.",
    "The report is shown to no one but its author.",
    "Sent to nobody@example.com and to whoever-1.",
    'The word "nobody" and the code `someone` are cited.',
    "Each shopper, each merchant, everyone.",
    "One of the two servers renews the lease.",
    "Everything else is refused.",
  ];
  for (const text of allowed) it(`allows: ${text}`, () => assertEquals(vagueActor(text), undefined));
});

describe("the rule named-actors", () => {
  const refused: readonly (readonly [string, string])[] = [
    ["server/app.ts", "// Called by the proxy.\n// Nobody else calls it.\nexport {};"],
    ["client/app/routes.tsx", "/**\n * What somebody\n * typed.\n */\nexport {};"],
    ["server/app_test.ts", 'it("refuses somebody else", () => {});'],
    ["tests/long/renewals.long.ts", "Deno.test(`${count} members, and nobody is charged twice`, () => {});"],
    ["tests/flows/x_test.ts", 'await t.step("anyone may read it", () => {});'],
    ["sdk/mod_test.ts", 'for (const [title] of [["a name nobody knows", 1]]) it(title, () => {});'],
    ["sdk/mod_test.ts", 'const TOKENS = { "signed by somebody": 1 };'],
    ["server/app.ts", 'context.log.warn("nobody answers", {});'],
    ["server/app.ts", "// Draws the page anew.\nexport {};"],
    ["server/app_test.ts", 'it("mends the row", () => {});'],
  ];
  for (const [file, code] of refused) {
    it(`refuses in ${file}: ${JSON.stringify(code)}`, () => assertEquals(lint(file, code).length, 1));
  }

  const allowed: readonly (readonly [string, string])[] = [
    ["client/ui/C.tsx", 'export const C = () => <p>{t("Nobody is judging you.")}</p>;'],
    ["server/embedded/members/guide/chapters/bank.ts", 'export const says = ["Then somebody rings."];'],
    ["server/app_test.ts", 'it("signs in", () => call({ email: "nobody@example.com" }));'],
    ["server/app_test.ts", 'assertEquals(words, "Somebody, probably you, asked us to cancel.");'],
    ["server/app.ts", "// by\n// everyone in turn\nexport {};"],
    ["server/app.ts", "// The renewed session.\nexport {};"],
    ["server/app.ts", "// The code `wish` is cited.\nexport {};"],
    ["server/app.ts", 'log.info("payments: recovered open intents", {});'],
  ];
  for (const [file, code] of allowed) {
    it(`allows in ${file}: ${JSON.stringify(code)}`, () => assertEquals(lint(file, code), []));
  }
});
