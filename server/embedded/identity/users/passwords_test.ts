/** Hashing of passwords: what is stored, and how many are hashed at a time. */
import { it } from "@std/testing/bdd";
import { assertEquals, assertMatch } from "@std/assert";
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

it("four passwords are hashed at a time: the fifth waits, however cheap it is, and a failed one gives its turn back", async () => {
  const ended: string[] = [];
  const costly = Array.from({ length: 4 }, () => hashPassword("password").then(() => ended.push("costly")));
  const refused = hashPassword("password", 3).catch(() => ended.push("refused"));
  const cheap = hashPassword("password", CHEAP).then(() => ended.push("cheap"));
  await Promise.all([...costly, refused, cheap]);
  assertEquals([ended[0], ended.toSorted()], ["costly", ["cheap", "costly", "costly", "costly", "costly", "refused"]]);
});
