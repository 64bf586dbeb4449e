/** A member who is signed in. A test answers the app's calls; the identity library is played here. */
import type { Site } from "../../../server/wire/site/site.ts";
import { type loadIdentity, provideIdentity, signOutHere } from "../../features/session/identity/identity.ts";
import { keepUser } from "../../features/session/session_store.ts";
import type { SignedInUser } from "../../features/session/user_record.ts";
import { provideSite } from "../../lib/browser/site.ts";

export interface MemberCall {
  /** "/services/profile", without the query. */
  readonly path: string;
  /** Empty for a call without one. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The member's token, or empty. */
  readonly token: string;
}
/** The body of an answer, or the answer; undefined is answered as 404. */
export type Answer = (call: MemberCall) => unknown;

export interface Member {
  /** What was called, in order. */
  readonly calls: readonly MemberCall[];
  /** What the identity library was asked for, in order, such as "deleteAccount". */
  readonly asked: readonly string[];
  readonly end: () => Promise<void>;
}

export function signIn(user: SignedInUser, answer: Answer, site: Partial<Site> = {}): Member {
  const { fetch } = globalThis;
  const calls: MemberCall[] = [];
  const asked: string[] = [];
  const ask = (what: string) => {
    asked.push(what);
    return Promise.resolve();
  };
  provideSite({ base: "/trustcheck", funnelEvents: false, pixelId: "", adTagId: "", ...site } as Site);
  provideIdentity({
    idToken: (uid) => Promise.resolve(uid === user.uid ? "token-1" : undefined),
    sendLink: (email) => ask(`sendLink ${email}`),
    deleteAccount: () => ask("deleteAccount"),
    signOut: () => ask("signOut"),
  } as Awaited<ReturnType<typeof loadIdentity>>);
  Object.assign(globalThis, { scrollTo: () => {} });
  globalThis.fetch = async (input, init) => {
    const { pathname: path } = new URL(String(input), location.href);
    const text = String(init?.body ?? "");
    const body = text.startsWith("{") ? JSON.parse(text) : {};
    const call = { path, body, token: new Headers(init?.headers).get("x-id-token") ?? "" };
    calls.push(call);
    const given = await answer(call);
    if (given instanceof Response) return given;
    return given === undefined ? new Response("{}", { status: 404 }) : new Response(JSON.stringify(given));
  };
  keepUser(user);
  return {
    calls,
    asked,
    end: async () => {
      await signOutHere();
      globalThis.fetch = fetch;
      Reflect.deleteProperty(globalThis, "scrollTo");
    },
  };
}
