/** Passkey calls of the members area: GET and DELETE /api/passkeys, and the two WebAuthn ceremonies. */
import * as z from "zod/mini";

/** One passkey of the member. */
export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** ISO 8601. */
  created_at: z.string(),
  /** ISO 8601; null when it was never used. */
  used_at: z.nullable(z.string()),
  /** Synced through its vendor's account, so it works on the member's other devices too. */
  synced: z.boolean(),
});
export type Passkey = z.infer<typeof passkeySchema>;
/** Response of GET /api/passkeys with x-id-token: the member's passkeys, oldest first. */
export const passkeysSchema = z.object({ passkeys: z.array(passkeySchema) });

/** The browser's response to a challenge; the WebAuthn library checks its content. */
export const passkeyAnswerSchema = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(1_400)),
  rawId: z.string(),
  type: z.literal("public-key"),
  response: z.looseObject({ clientDataJSON: z.string() }),
  clientExtensionResults: z.looseObject({}),
});
/** Ends the ceremony that adds a passkey. */
export const addPasskeySchema = z.object({
  answer: passkeyAnswerSchema,
  /** Device and browser it was created on, so that the member can distinguish several. */
  name: z.string().check(z.minLength(1), z.maxLength(60)),
});
/** Ends the ceremony that signs in with a passkey. */
export const usePasskeySchema = z.object({ answer: passkeyAnswerSchema });
/** Custom token, exchanged with the identity library at once. */
export const customTokenSchema = z.object({ token: z.string() });
