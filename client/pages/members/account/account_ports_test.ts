/** The end of an account at our service and at the identity provider, and how a member confirms in place. */
import { ADA } from "../../../../tests/support/app/samples.ts";
import "../../../../tests/support/app/component.ts";
import { afterEach, describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { ResponseError } from "../../../api/http.ts";
import { linkEmail } from "../../../features/session/session_store.ts";
import { type Member, signIn } from "../../testing/member.ts";
import { deleteEverything, passkeyPorts } from "./account_ports.ts";

describe("the calls of the account page", () => {
  let member: Member;
  afterEach(() => member.end());

  /** What was deleted, in order, and how it ended. */
  async function remove(ours: number, provider: () => Promise<void>) {
    const order: string[] = [];
    member = signIn(ADA, ({ path }) => {
      order.push(path);
      return Response.json(DELETED, { status: ours });
    });
    const deleteAccount = () => {
      order.push("provider");
      return provider();
    };
    const end = await deleteEverything(() => Promise.resolve({ deleteAccount })).catch((reason: unknown) => reason);
    return { order, end };
  }
  const DELETED = { removed: {}, cancelled: 0, invoices: 0 };
  const OURS = "/services/profile/delete";

  it("T11, W-IDLIB-03: delete the data first, and then the account at the provider", async () => {
    assertEquals(await remove(200, () => Promise.resolve()), { order: [OURS, "provider"], end: true });
  });

  it("T11: say that the sign-in stays where the provider keeps it", async () => {
    const { order, end } = await remove(200, () => Promise.reject(new Error("auth/requires-recent-login")));
    assertEquals([order, end], [[OURS, "provider"], false]);
  });

  it("T11: leave the sign-in while the data is there", async () => {
    const { order, end } = await remove(500, () => Promise.resolve());
    assertEquals([order, end instanceof ResponseError], [[OURS], true]);
  });

  it("T11: delete the account at the provider by the identity library", async () => {
    member = signIn(ADA, () => DELETED);
    assertEquals([await deleteEverything(), member.asked.at(-1)], [true, "deleteAccount"]);
  });

  for (
    const [isGoogleAuth, isAppleAuth, label] of [
      [true, false, "Continue with Google"],
      [false, true, "Continue with Apple"],
      [false, false, "Email me a link"],
    ] as const
  ) {
    it(`confirm by "${label}" or a passkey`, () => {
      member = signIn({ ...ADA, isGoogleAuth, isAppleAuth }, () => undefined);
      assertEquals(passkeyPorts().confirm?.map((way) => way.label), [label, "Use a passkey"]);
    });
  }

  it("keep the address of a link that confirms, which the link itself does not contain", async () => {
    member = signIn({ ...ADA, isGoogleAuth: false }, () => undefined);
    const said = await passkeyPorts().confirm?.[0]?.run();
    assertEquals([member.asked.at(-1), linkEmail.read()], [`sendLink ${ADA.email}`, ADA.email]);
    assertEquals(said?.includes(ADA.email), true);
    linkEmail.clear();
  });
});
