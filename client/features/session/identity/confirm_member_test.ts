/** A member confirms with a passkey: their own, or one of another account on the same device. */
import { it } from "@std/testing/bdd";
import { assertEquals, assertRejects } from "@std/assert";
import { UnsecuredJWT } from "jose";
import { toSignedInUser } from "../user_record.ts";
import { confirmMember } from "./confirm_member.ts";
import { identityMessage } from "./identity_messages.ts";

const user = { uid: "u1", email: null, displayName: null, providerId: "google.com", providerData: [] };
const ADA = toSignedInUser(user);
/** The note has both characters by which the alphabet of tokens differs. */
const tokenOf = (uid: string) => new UnsecuredJWT({ uid, note: "ÿ?>ÿ?>~~~" }).encode();

it("the library gets the token of the member's own passkey, and none of another account, which it would sign in", async () => {
  const given: string[] = [];
  assertEquals(["-", "_"].map((sign) => tokenOf("u1").split(".")[1]?.includes(sign)), [true, true]);
  const identity = () =>
    Promise.resolve({
      withToken: (token: string) => {
        given.push(token);
        return Promise.resolve(ADA);
      },
    });
  await confirmMember(tokenOf("u1"), "u1", identity);
  assertEquals(given, [tokenOf("u1")]);
  const other = await assertRejects(() => confirmMember(tokenOf("u2"), "u1", identity), Error, "another account");
  assertEquals(identityMessage(other), "That's not the account you're signed in to.");
  await assertRejects(() => confirmMember("no token", "u1", identity));
  assertEquals(given.length, 1);
});
