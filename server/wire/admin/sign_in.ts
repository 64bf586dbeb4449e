/**
 * The console's own sign-in, apart from members'. The session is an HttpOnly cookie with SameSite=Strict; it ends 30
 * minutes after the last call and 8 hours after the sign-in. Every write is JSON from the console's own origin.
 */
import * as z from "zod/mini";
import { shownText } from "../fields.ts";
import { passkeyAnswerSchema } from "../passkeys.ts";
import { moment, unseenSchema } from "./fields.ts";
import { RIGHTS, roleSchema } from "./roles.ts";

export const operatorSchema = z.object({
  id: z.string(),
  /** The operator's own address, in full. */
  email: z.string(),
  role: roleSchema,
});
export type Operator = z.infer<typeof operatorSchema>;

/** How operators sign in here. */
export const waysSchema = z.object({
  passkey: z.boolean(),
  /** The button goes to `/admin/oidc/start`, which is a page, not a call; null when no provider is set. */
  oidc: z.nullable(z.object({ name: z.string() })),
});

/** GET /api/admin/session, POST .../sign-in/passkey and POST .../enrol. Without a session: `signed_in: false`, 200. */
export const sessionSchema = z.discriminatedUnion("signed_in", [
  z.object({ signed_in: z.literal(false), ways: waysSchema }),
  z.object({
    signed_in: z.literal(true),
    operator: operatorSchema,
    /** What the role may do; the server checks it again with every call. */
    may: z.array(z.enum(RIGHTS as [(typeof RIGHTS)[number]])),
    signed_in_with: z.enum(["passkey", "oidc"]),
    /** The end of the session if no further call is made. */
    ends_at: moment,
    /** The server's clock: the console counts days and remaining time by it, not by the browser's. */
    now: moment,
    unseen: unseenSchema,
    /** True when the payments are simulated: nothing that the console does moves real money. */
    simulated: z.boolean(),
  }),
]);
export type ConsoleSession = z.infer<typeof sessionSchema>;

/** POST /api/admin/sign-in/passkey/options with `{}`: options for `startAuthentication`. 404 without passkeys. */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() });
/** POST /api/admin/sign-in/passkey. 401 for an unknown passkey and for a wrong signature alike. */
export const passkeySignInSchema = z.strictObject({ answer: passkeyAnswerSchema });
/** The one-time secret of the enrolment link, which is the fragment of `/admin/enrol#...`. */
const enrolToken = z.string().check(z.regex(/^[\w-]{43}$/));
/** POST /api/admin/enrol/options: options for `startRegistration`. 404 for a used, expired or unknown link. */
export const enrolOptionsSchema = z.strictObject({ token: enrolToken });
/** POST /api/admin/enrol: stores the passkey, signs in and uses the link up. */
export const enrolSchema = z.strictObject({
  token: enrolToken,
  answer: passkeyAnswerSchema,
  /** Device and browser, so that an owner can distinguish several passkeys. */
  name: shownText(60).check(z.minLength(1)),
});
/** POST /api/admin/sign-out with `{}`: ends the session; answers `{}`. */
export const nothingSchema = z.strictObject({});

/** GET /api/admin/operators (right `operators`): who may sign in. They are added by `deno task operator`. */
export const operatorsSchema = z.object({
  operators: z.array(z.object({
    ...operatorSchema.shape,
    /** Null before the first sign-in. */
    last_seen_at: z.nullable(moment),
    passkeys: z.int(),
    disabled: z.boolean(),
  })),
});
