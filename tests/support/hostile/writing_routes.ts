/** The body that each writing route reads, for tests that send hostile texts in every field of it. */
import * as z from "zod/mini";
import * as account from "../../../server/embedded/identity/accounts/account.ts";
import * as factor from "../../../server/embedded/identity/second_factor/second_factor.ts";
import * as phone from "../../../server/embedded/identity/second_factor/phone_sign_in.ts";
import { customTokenSchema } from "../../../server/embedded/identity/sessions/custom_token.ts";
import * as signIn from "../../../server/embedded/identity/sessions/sign_in.ts";
import * as payments from "../../../server/embedded/payments/context/bodies.ts";
import { EvidenceBody } from "../../../server/embedded/payments/schemas/disputes.ts";
import { EndpointBody, RotateBody } from "../../../server/embedded/payments/schemas/webhook_endpoints.ts";
import { actRequestSchema, confirmSchema } from "../../../server/wire/admin/acts.ts";
import { revealSchema } from "../../../server/wire/admin/fields.ts";
import { searchSchema } from "../../../server/wire/admin/search.ts";
import * as console from "../../../server/wire/admin/sign_in.ts";
import * as cancellation from "../../../server/wire/billing/cancellation.ts";
import * as purchase from "../../../server/wire/billing/purchase.ts";
import * as plan from "../../../server/wire/billing/subscriptions.ts";
import { watchRequestSchema } from "../../../server/wire/members/alerts.ts";
import { batchRequestSchema } from "../../../server/wire/members/batch.ts";
import { disputeRequestSchema, numberReportRequestSchema } from "../../../server/wire/members/member_reports.ts";
import { deleteRequestSchema, ownNumberRequestSchema } from "../../../server/wire/members/privacy.ts";
import { registrySearchSchema } from "../../../server/wire/members/registry.ts";
import { checkRequestSchema, reportRequestSchema } from "../../../server/wire/members/report.ts";
import { addPasskeySchema, usePasskeySchema } from "../../../server/wire/passkeys.ts";
import { funnelEventsSchema } from "../../../server/wire/site/funnel_events.ts";

export type Body = z.ZodMiniType;
/** A body whose fields are read without a schema of their own, or with a private one. */
const texts = (...names: readonly string[]): Body =>
  z.object(Object.fromEntries(names.map((name) => [name, z.optional(z.string())])));
const EMPTY: Body = z.object({});
const PAYMENTS = "/services/payments";
const EXECUTION = `${PAYMENTS}/merchant/workflows/:code/executions/:id`;
const MERCHANT = `${PAYMENTS}/merchant`;
const CLIENT = `${PAYMENTS}/client`;
const SUBS = "/services/subscriptions";
const ACCOUNTS = "/services/identity/identitytoolkit.googleapis.com";
const account1 = (call: string) => `POST ${ACCOUNTS}/v1/:call{accounts:${call}}`;
const factor2 = (call: string) => `POST ${ACCOUNTS}/v2/accounts/:call{${call}}`;

/** One row for each writing route that can be reached from outside. A new route needs its row. */
export const BODIES: Readonly<Record<string, Body>> = {
  "POST /csp-report": texts("csp-report", "blocked-uri", "document-uri", "violated-directive"),
  "POST /api/sign-out": EMPTY,
  "POST /api/consent": purchase.consentSchema,
  "POST /api/cancel-request": cancellation.cancelRequestSchema,
  "POST /api/cancel-subscription/:content": EMPTY,
  "POST /api/send-activation-by-email/:label/:email": EMPTY,
  "POST /api/withdraw-request": cancellation.withdrawRequestSchema,
  "POST /api/withdraw/:content": cancellation.withdrawSchema,
  "POST /api/end-mails/:content": EMPTY,
  "POST /api/end-watch/:secret": EMPTY,
  "POST /api/apple-pay/validate-merchant": texts("validationURL", "domain"),
  "POST /api/funnel-events": funnelEventsSchema,
  "POST /api/passkeys/add/options": EMPTY,
  "POST /api/passkeys/add": addPasskeySchema,
  "DELETE /api/passkeys/:id": EMPTY,
  "POST /api/passkeys/sign-in/options": EMPTY,
  "POST /api/passkeys/sign-in": usePasskeySchema,
  "POST /api/admin/sign-in/passkey/options": EMPTY,
  "POST /api/admin/sign-in/passkey": console.passkeySignInSchema,
  "POST /api/admin/enrol/options": console.enrolOptionsSchema,
  "POST /api/admin/enrol": console.enrolSchema,
  "POST /api/admin/sign-out": console.nothingSchema,
  "POST /api/admin/search": searchSchema,
  "POST /api/admin/reveal": revealSchema,
  "POST /api/admin/acts/preview": actRequestSchema,
  "POST /api/admin/acts/confirm": confirmSchema,
  "POST /dev/clock": texts("advance"),
  "POST /checkout/session": texts("type", "scenario", "amount", "visit"),
  [`POST ${SUBS}/payments-notices`]: texts("id", "type", "timestamp"),
  ...both("/subs/create-no-user", purchase.createNoUserSchema),
  ...both("/subs/create-no-user-applepay", purchase.createNoUserApplePaySchema),
  ...both("/subs/create-applepay", purchase.createApplePaySchema),
  ...both("/subs/create", purchase.createSchema),
  "POST /services/recurring/create-subscription": purchase.createRecurringSchema,
  [`POST ${SUBS}/subs/finalize`]: purchase.finalizeSchema,
  [`POST ${SUBS}/subscription-finalize`]: purchase.finalizeSchema,
  [`POST ${SUBS}/subs/activate`]: purchase.activateSchema,
  [`POST ${SUBS}/subscriptions/:id`]: EMPTY,
  [`POST ${SUBS}/rec/subscriptions/:id`]: EMPTY,
  [`POST ${SUBS}/subscriptions-of-member`]: EMPTY,
  [`POST ${SUBS}/charges-of/:id`]: EMPTY,
  [`POST ${SUBS}/card-of/:id`]: EMPTY,
  [`POST ${SUBS}/card-of/:id/session`]: EMPTY,
  [`POST ${SUBS}/card-of/:id/change`]: plan.cardChangeSchema,
  [`POST ${SUBS}/changes-of/:id/preview`]: plan.changePreviewSchema,
  [`POST ${SUBS}/changes-of/:id`]: plan.agreedChangeSchema,
  "POST /services/profile/own-number": ownNumberRequestSchema,
  "POST /services/profile/delete": deleteRequestSchema,
  "POST /services/report": reportRequestSchema,
  "POST /services/report/check": checkRequestSchema,
  "POST /services/report/of-number": numberReportRequestSchema,
  "DELETE /services/report/of-number/:id": EMPTY,
  "POST /services/report/dispute": disputeRequestSchema,
  "POST /services/report/batch": batchRequestSchema,
  "POST /services/report/watch": watchRequestSchema,
  "DELETE /services/report/watch/:id": EMPTY,
  "POST /services/report/registry": registrySearchSchema,
  [`POST ${PAYMENTS}/auth/token/:clientId`]: texts("grant_type", "client_id", "client_secret"),
  [`POST ${MERCHANT}/client/init`]: payments.InitBody,
  [`POST ${PAYMENTS}/token/client/init`]: payments.RevealBody,
  [`POST ${EXECUTION}/lookup`]: payments.LookupBody,
  [`POST ${EXECUTION}/authorize`]: payments.AuthorizeRequest,
  [`POST ${EXECUTION}/capture`]: payments.OperationBody,
  [`POST ${EXECUTION}/cancel`]: payments.OperationBody,
  [`POST ${EXECUTION}/refund`]: payments.OperationBody,
  [`DELETE ${MERCHANT}/holders/:holder/instruments/:id`]: EMPTY,
  [`DELETE ${MERCHANT}/holders/:holder/records`]: EMPTY,
  [`POST ${MERCHANT}/disputes/:id/evidence`]: EvidenceBody,
  [`DELETE ${MERCHANT}/disputes/:id/evidence`]: EMPTY,
  [`POST ${MERCHANT}/disputes/:id/accept`]: EMPTY,
  [`POST ${MERCHANT}/webhooks/endpoints`]: EndpointBody,
  [`POST ${MERCHANT}/webhooks/endpoints/:id/test`]: EMPTY,
  [`POST ${MERCHANT}/webhooks/endpoints/:id/secret`]: RotateBody,
  [`DELETE ${MERCHANT}/webhooks/endpoints/:id`]: EMPTY,
  [`POST ${MERCHANT}/webhooks/deliveries/:id/replay`]: EMPTY,
  [`POST ${CLIENT}/executions/:id/authorize`]: payments.AuthorizeRequest,
  [`POST ${CLIENT}/executions/:id/confirm`]: payments.ConfirmBody,
  [`POST ${CLIENT}/executions/:id/give-up`]: EMPTY,
  [`POST ${CLIENT}/executions/:id/session`]: z.object({
    paymentMethodCode: z.literal("applePay"),
    amount: payments.AmountBody,
    meta: z.object({ sessionURL: z.string().check(z.maxLength(512)) }),
  }),
  [`POST ${CLIENT}/bin-lookup`]: payments.BinBody,
  [`POST ${CLIENT}/instruments`]: payments.SaveBody,
  [`DELETE ${CLIENT}/instruments/:id`]: EMPTY,
  [`PATCH ${CLIENT}/instruments/:id`]: payments.UpdateBody,
  "POST /challenge/:id": texts("code", "choice"),
  [account1("signUp")]: signIn.passwordSchema,
  [account1("signInWithPassword")]: signIn.passwordSchema,
  [account1("signInWithEmailLink")]: signIn.linkSchema,
  [account1("signInWithIdp")]: signIn.idpSchema,
  [account1("sendVerificationCode")]: phone.sendPhoneCodeSchema,
  [account1("signInWithPhoneNumber")]: phone.phoneSignInSchema,
  [account1("signInWithCustomToken")]: customTokenSchema,
  [account1("lookup")]: account.idTokenSchema,
  [account1("update")]: account.updateSchema,
  [account1("delete")]: account.idTokenSchema,
  [account1("resetPassword")]: account.resetSchema,
  [account1("sendOobCode")]: account.sendCodeSchema,
  [account1("createAuthUri")]: account.sendCodeSchema,
  "POST /identitytoolkit.googleapis.com/v1/:call{accounts:delete}": account.idTokenSchema,
  [factor2("mfaEnrollment:start")]: factor.startEnrollmentSchema,
  [factor2("mfaEnrollment:finalize")]: factor.finishEnrollmentSchema,
  [factor2("mfaEnrollment:withdraw")]: factor.withdrawSchema,
  [factor2("mfaSignIn:start")]: factor.startSignInSchema,
  [factor2("mfaSignIn:finalize")]: factor.finishSignInSchema,
  "POST /services/identity/securetoken.googleapis.com/v1/token": texts("grant_type", "refresh_token"),
  "POST /services/errors/api/:project{[0-9]{1,20}}/envelope/": texts("message"),
  "POST /services/errors/api/:project{[0-9]{1,20}}/envelope": texts("message"),
};

function both(path: string, body: Body): Readonly<Record<string, Body>> {
  return { [`POST ${path}`]: body, [`POST ${SUBS}${path}`]: body };
}

/** Names that handlers read from records whose schema names none. */
const READ_FROM_RECORDS = ["any", "encryptedData", "paymentToken", "securityCode", "vaultProviderConfigId"];

interface Shape {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Shape | boolean;
  readonly items?: Shape;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly maxLength?: number;
}

/** One text of a body: where it is, and how long the schema lets it be. */
export interface Field {
  readonly name: string;
  readonly maxLength: number | undefined;
  /** The smallest body that passes the schema, with this text instead. */
  bodyWith(text: string): unknown;
}

/** `valid` has a text that passes for each field where not every text does. */
export function fieldsOf(body: Body, valid: Readonly<Record<string, unknown>>): readonly Field[] {
  // deno-lint-ignore no-explicit-any -- the types of zod's JSON schema are wider than what our schemas use
  const shape = z.toJSONSchema(body as any, { io: "input", unrepresentable: "any" }) as Shape;
  return walk(shape, "body", valid);
}

/** The smallest body that passes the schema. */
export function sampleOf(body: Body, valid: Readonly<Record<string, unknown>>): unknown {
  // deno-lint-ignore no-explicit-any -- as above
  return sample(z.toJSONSchema(body as any, { io: "input", unrepresentable: "any" }) as Shape, "body", valid);
}

function walk(shape: Shape, name: string, valid: Readonly<Record<string, unknown>>): readonly Field[] {
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices !== undefined) return choices.flatMap((each) => walk(each, name, valid));
  if (shape.const !== undefined || shape.enum !== undefined) return [];
  if (shape.type === "string") return [{ name, maxLength: shape.maxLength, bodyWith: (text) => text }];
  const within = (inner: readonly Field[], wrap: (value: unknown) => unknown) =>
    inner.map((field) => ({ ...field, bodyWith: (text: string) => wrap(field.bodyWith(text)) }));
  if (shape.type === "array") {
    return within(walk(shape.items ?? {}, name, valid), (value) => [value]);
  }
  const own = Object.entries(shape.properties ?? {}).flatMap(([key, each]) =>
    within(walk(each, key, valid), (value) => ({ ...Object(sample(shape, name, valid)), [key]: value }))
  );
  const inner = shape.additionalProperties;
  if (typeof inner !== "object") return own;
  const isUnknown = Object.keys(inner).length === 0;
  const more = (isUnknown ? READ_FROM_RECORDS : ["any"]).flatMap((key) =>
    within(
      isUnknown ? [{ name: key, maxLength: undefined, bodyWith: (text: string) => text }] : walk(inner, key, valid),
      (value) => ({ ...Object(sample(shape, name, valid)), [key]: value }),
    )
  );
  return [...own, ...more];
}

function sample(shape: Shape, name: string, valid: Readonly<Record<string, unknown>>): unknown {
  const [choice] = shape.anyOf ?? shape.oneOf ?? [];
  if (choice !== undefined) return sample(choice, name, valid);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum !== undefined) return shape.enum[0];
  if (Object.hasOwn(valid, name)) return valid[name];
  switch (shape.type) {
    case "string":
      return "x";
    case "number":
    case "integer":
      return Math.max(shape.minimum ?? 1, 0);
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return (shape.minItems ?? 0) > 0 ? [sample(shape.items ?? {}, name, valid)] : [];
    default: {
      const keys = (shape.required ?? []).filter((key) => shape.properties?.[key] !== undefined);
      return Object.fromEntries(keys.map((key) => [key, sample(shape.properties?.[key] ?? {}, key, valid)]));
    }
  }
}
