/** Hashing of passwords: what is stored, and how many are hashed at a time. */
import { it } from "@std/testing/bdd";
import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { hashPassword, isPassword } from "./passwords.ts";

const CHEAP = 2;

it("a hash has a salt of its own and fits its password alone", async () => {
  const [one, other] = [await hashPassword("right", CHEAP), await hashPassword("right", CHEAP)];
  assertMatch(one, /^scrypt\$[0-9a-f]{32}\$[0-9a-f]{64}$/);
  assertEquals([one === other, one.includes("right")], [false, false]);
  assertEquals(
    [await isPassword("right", one, CHEAP), await isPassword("wrong", one, CHEAP), await isPassword("", "", CHEAP)],
    [true, false, false],
  );
});

for (const [costly, first] of [[3, "cheap"], [4, "costly"]] as const) {
  it(`four passwords are hashed at a time: of ${costly} costly ones and a cheap one a ${first} one ends first`, async () => {
    const ended: string[] = [];
    const hashed = Array.from({ length: costly }, () => hashPassword("password").then(() => ended.push("costly")));
    const cheap = hashPassword("password", CHEAP).then(() => ended.push("cheap"));
    await Promise.all([...hashed, cheap]);
    assertEquals(ended[0], first);
  });
}

it("a hash that fails gives its turn back", async () => {
  const NO_COST = 3;
  for (let at = 0; at < 8; at++) await assertRejects(() => hashPassword("password", NO_COST));
  assertMatch(await hashPassword("password", CHEAP), /^scrypt/);
});
