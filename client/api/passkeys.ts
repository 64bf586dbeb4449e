/** Passkey calls: the list, and both halves of each WebAuthn ceremony, whose content only the browser interprets. */
import * as z from "zod/mini";
import { customTokenSchema, type Passkey, passkeySchema, passkeysSchema } from "../../server/wire/passkeys.ts";
import { deleteOwn } from "./members.ts";
import { type MemberOptions, request, withToken } from "./http.ts";

const PASSKEYS = "/api/passkeys";

export async function getPasskeys(options: MemberOptions): Promise<readonly Passkey[]> {
  return z.parse(passkeysSchema, await request(PASSKEYS, { ...withToken(options), method: "GET" })).passkeys;
}

export async function deletePasskey(id: string, options: MemberOptions): Promise<void> {
  await deleteOwn(`${PASSKEYS}/${encodeURIComponent(id)}`, "passkey_unknown", options);
}

/** The challenge for the browser. */
export async function postAddOptions(options: MemberOptions): Promise<unknown> {
  return await request(`${PASSKEYS}/add/options`, withToken(options));
}

export async function postPasskey(
  body: { readonly answer: unknown; readonly name: string },
  options: MemberOptions,
): Promise<Passkey> {
  return z.parse(passkeySchema, await request(`${PASSKEYS}/add`, { ...withToken(options), body }));
}

export async function postSignInOptions(): Promise<unknown> {
  return await request(`${PASSKEYS}/sign-in/options`);
}

/** Custom token for the identity library. */
export async function postSignIn(answer: unknown): Promise<string> {
  return z.parse(customTokenSchema, await request(`${PASSKEYS}/sign-in`, { body: { answer } })).token;
}
