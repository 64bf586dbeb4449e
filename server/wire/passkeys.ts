/** Passkeys between the members area and the server: GET and DELETE /api/passkeys, and the two ceremonies. */
import * as z from "zod/mini";

export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** ISO 8601. */
  created_at: z.string(),
  /** ISO 8601; null while it was never used. */
  used_at: z.nullable(z.string()),
  /** Kept in an account, so it works on the person's other devices too. */
  synced: z.boolean(),
});
export type Passkey = z.infer<typeof passkeySchema>;
export const passkeysSchema = z.object({ passkeys: z.array(passkeySchema) });

/** What the browser answers to a question; the WebAuthn library checks what is inside. */
const answerSchema = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(1_400)),
  rawId: z.string(),
  type: z.literal("public-key"),
  response: z.looseObject({ clientDataJSON: z.string() }),
  clientExtensionResults: z.looseObject({}),
});
export const addPasskeySchema = z.object({
  answer: answerSchema,
  /** Where it was made, in words, so that a list of several can be told apart. */
  name: z.string().check(z.minLength(1), z.maxLength(60)),
});
export const usePasskeySchema = z.object({ answer: answerSchema });
/** Taken by the identity library at once. */
export const customTokenSchema = z.object({ token: z.string() });
