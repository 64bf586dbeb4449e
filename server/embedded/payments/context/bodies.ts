/** The shapes of request bodies. Fields that no shape names are kept in `meta` or ignored. */
import * as z from "zod/mini";
import { readJson } from "../../../platform/http/request_limits.ts";
import { AmountBody, text } from "../schemas/fields.ts";
import { described, named, SCHEMAS } from "../schemas/registry.ts";
import { ApiError } from "./api_errors.ts";
import { MAX_PAYMENTS_JSON_KEYS } from "./constants.ts";
import { METHODS } from "./payment_methods.ts";

export { AmountBody };

/** Left out or null: many back ends send null for what they do not have. */
function maybe<T extends z.ZodMiniType>(schema: T) {
  return z.pipe(z.nullish(schema), z.transform((value: z.infer<T> | null | undefined) => value ?? undefined));
}
/** Not sanitized: a merchant gets its `meta` back as it came. */
const Meta = z.record(z.string(), z.unknown());
/** The `meta` of an order, of which this service acts on a few fields. */
const OrderMeta = z.record(z.string(), z.unknown());
SCHEMAS.add(OrderMeta, { description: "Kept as it comes.", allOf: [{ $ref: "#/components/schemas/ActingMeta" }] });

/** Both are part of addresses, where the proxy takes no encoded separators and no segment of dots. */
const WORKFLOW_CODE = z.regex(/^(?!\.{1,2}$)[\w.~-]+$/, {
  error: "must be letters without accents, digits, -, _, . and ~, since it is part of addresses",
});
const HOLDER_REFERENCE = z.regex(/^(?!\.{1,2}$)[^/\\%?#]*$/, {
  error: "must not contain / \\ % ? # and not be . or .., since it is part of addresses",
});

export const InitBody = named(
  "InitRequest",
  z.object({
    type: described(
      z._default(z.enum(["dropIn", "secureFields", "tokenization"]), "dropIn"),
      "What the page shows. `tokenization` stores a card without a payment.",
    ),
    workflowCode: described(
      z._default(text(128).check(WORKFLOW_CODE), "payment-acceptance"),
      "Groups your executions, for your own use. It is part of their addresses: letters without accents, digits and `-_.~`.",
    ),
    merchantReference: described(text(256), "Your reference of the order."),
    holderReference: described(
      text(256).check(HOLDER_REFERENCE),
      "Your reference of the shopper, to whom stored instruments belong. It is part of addresses: without `/ \\ % ? #`.",
    ),
    workspaceId: described(maybe(text(256)), "Returned as it comes."),
    amount: AmountBody,
    meta: z._default(OrderMeta, {}),
  }),
  "An order to be paid.",
);

const Methods = z.array(text(64));
SCHEMAS.add(Methods, { contains: { enum: METHODS.map(({ code }) => code) } });

/** The fields of `meta` that this service acts on. */
export const ActingMeta = named(
  "ActingMeta",
  z.object({
    capture: described(
      maybe(z.enum(["automatic", "manual"])),
      "`manual` holds the authorized amount until you capture it. `automatic` when left out.",
    ),
    methods: described(maybe(Methods), "The payment methods to offer; all when left out."),
    billingInfo: described(maybe(z.boolean()), "Has the checkout ask for the billing address of a card."),
    clientContext: described(
      maybe(z.object({
        origin: described(maybe(z.string()), "Origin of your page, which gets the message of the issuer page."),
      })),
      "Where the shopper pays.",
    ),
  }),
  "The fields of `meta` that change what happens.",
);

/** What a reveal request may name. This service keeps no aliases of records, so an id is required. */
export const RevealBody = named(
  "RevealRequest",
  z.object({
    type: z._default(z.literal("reveal"), "reveal"),
    instrumentId: described(maybe(text(64)), "A stored instrument. Send exactly one of both ids."),
    recordId: described(maybe(text(64)), "A record of the vault."),
    auditData: described(maybe(z.union([text(1024), Meta])), "Who sees the data and why; kept with the permission."),
  }),
  "What to reveal.",
);

const idAlone = (name: string) => ({ required: [name], properties: { [name]: { type: "string" } } });
SCHEMAS.add(RevealBody, {
  ...SCHEMAS.get(RevealBody),
  oneOf: [idAlone("instrumentId"), idAlone("recordId")],
});

export const LookupBody = named(
  "LookupRequest",
  z.object({ amount: z.optional(AmountBody), meta: z.optional(OrderMeta) }),
  "What to change before the first authorize; without a field the call only reads.",
);

const ReturnInfo = z.object({
  success: described(maybe(z.string()), "The payment is authorized."),
  cancel: described(maybe(z.string()), "The shopper cancelled on the other page."),
  error: described(maybe(z.string()), "The payment failed."),
  pending: described(maybe(z.string()), "The payment has no final state yet."),
});

/** Lenient: an address that the acquirer cannot use is no reason to refuse a payment. */
const BillingAddress = z.object({
  country: described(
    maybe(z.object({ code: described(maybe(z.string()), "ISO 3166-1 alpha-2.") })),
    "Its country.",
  ),
  postalCode: described(maybe(z.string()), "As the shopper typed it."),
});

export const CompositionBody = z.object({
  paymentMethodCode: text(64),
  integrationType: described(maybe(z.string()), "`api` or `hpp`, as the lookup names it; the method alone decides."),
  amount: described(maybe(AmountBody), "The amount of the execution once more; another one is refused."),
  storeInstrument: described(maybe(z.boolean()), "Stores a new card or account for later payments. Default false."),
  paymentInstrumentId: described(maybe(text(64)), "The stored instrument that pays."),
  installments: described(
    maybe(z.object({ count: described(z.int().check(z.minimum(1), z.maximum(99)), "The parts, one a month.") })),
    "In how many parts the shopper pays the card's bank. The acquirer gets it with the whole amount.",
  ),
  paymentInstrumentData: described(
    maybe(z.object({
      billingAddress: described(
        maybe(BillingAddress),
        "Of a new card. The acquirer gets it with the payment; it is neither stored nor returned.",
      ),
      encryptedData: described(maybe(z.string()), "A new card, sealed by the card frame: a compact JWE."),
      paymentToken: described(maybe(z.string()), "The token of a wallet's sheet, as JSON text."),
      preferredScheme: described(maybe(text(32)), "The network the shopper chose for a card with two."),
    })),
    "A new card or wallet; left out when a stored instrument pays.",
  ),
});

export const AuthorizeRequest = named(
  "AuthorizeRequest",
  z.object({
    amount: AmountBody,
    paymentComposition: described(
      z.array(CompositionBody).check(z.minLength(1), z.maxLength(8)),
      "One item: the stored instrument to charge.",
    ),
    returnInfo: described(
      maybe(ReturnInfo),
      "Your pages to which another page returns the shopper: absolute addresses.",
    ),
    meta: described(maybe(Meta), "`CIT: false` marks a charge without the shopper, such as a renewal."),
  }),
  "A payment with a stored instrument.",
);
export type AuthorizeRequest = z.infer<typeof AuthorizeRequest>;

/** What a wallet's page returned: its order or agreement, which must be the one of this payment. */
export const ConfirmBody = z.object({
  data: maybe(z.object({ orderId: maybe(text(128)), tokenId: maybe(text(128)) })),
});

export const OperationBody = named(
  "OperationRequest",
  z.object({ amount: described(maybe(AmountBody), "Null moves all that is left, as an empty body does.") }),
  "How much to move; an empty body moves all that is left.",
);
export const BinBody = z.object({ bin: z.string().check(z.regex(/^\d{6,8}$/, { error: "must be 6 to 8 digits" })) });
export const SaveBody = z.object({
  holderReference: text(256),
  paymentMethod: z._default(z.enum(["card", "googlePay", "applePay"]), "card"),
  storeInstrument: z._default(z.boolean(), false),
  futureUsage: z._default(z.enum(["CardOnFile", "Subscription", "UnscheduledCardOnFile"]), "CardOnFile"),
  data: maybe(z.object({
    encryptedData: maybe(z.string()),
    vaultProviderConfigId: maybe(z.string()),
    preferredScheme: maybe(text(32)),
    /** The token from the wallet's sheet. */
    paymentToken: maybe(text(16_384)),
  })),
  /** The provider's published encryption library puts the token here. */
  encryptedInstrumentDetails: maybe(z.string()),
});
export const UpdateBody = z.object({
  status: z.optional(z.enum(["enabled", "disabled"])),
  default: z.optional(z.boolean()),
  merchantReference: z.optional(z.nullable(text(256))),
  networkTransactionReference: z.optional(z.nullable(text(256))),
  paymentMethod: z.optional(z.string()),
});

/**
 * The JSON of a call's body. Of any content type, since browsers send the SDK's bodies as text/plain: the calls carry
 * bearer tokens, so that a form on another site cannot send such a call.
 */
export function readPaymentsJson(request: Request): Promise<unknown> {
  return readJson(request, { acceptsAnyType: true, maxKeys: MAX_PAYMENTS_JSON_KEYS });
}

/** Parses a body, or throws 400 with the field and what it must be. `at` is the path of `value` in the body. */
export function parseRequest<T extends z.ZodMiniType>(schema: T, value: unknown, at = ""): z.infer<T> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ApiError("request-invalid", issue === undefined ? {} : { detail: sentenceOf(issue, value, at) });
}

/** Parses the parameters of a list. A filter that is given twice would be dropped silently, so it is refused. */
export function parseQuery<T extends z.ZodMiniType>(schema: T, url: string): z.infer<T> {
  const { searchParams } = new URL(url);
  const twice = [...searchParams.keys()].find((name) => searchParams.getAll(name).length > 1);
  if (twice !== undefined) throw new ApiError("request-invalid", { detail: `Send the filter ${twice} once.` });
  // Postgres refuses a NUL in a text, and no row has one.
  const [nul] = [...searchParams].find(([, value]) => value.includes("\0")) ?? [];
  if (nul !== undefined) throw new ApiError("request-invalid", { detail: `The filter ${nul} holds a NUL character.` });
  return parseRequest(schema, Object.fromEntries(searchParams));
}

type Issue = z.core.$ZodIssue;

function sentenceOf(issue: Issue, value: unknown, at: string): string {
  if (issue.code === "unrecognized_keys") return `There is no filter ${issue.keys.join(", ")}.`;
  const path = [...(at === "" ? [] : [at]), ...issue.path].join(".");
  if (path === "") return "The body must be a JSON object.";
  if (valueAt(value, issue.path) === undefined) return `Field ${path} is missing.`;
  return `Field ${path} ${requirementOf(issue)}${exampleOf(issue)}.`;
}

/** Back ends that send a number for an amount are told how an amount is written. */
function exampleOf({ code, path }: Issue): string {
  if (code !== "invalid_type") return "";
  if (path.at(-1) === "amount") return ' such as { "value": "19.99", "currency": "EUR" }';
  return path.at(-2) === "amount" && path.at(-1) === "value" ? ', such as "19.99" for a sum' : "";
}

function valueAt(value: unknown, path: Issue["path"]): unknown {
  return path.reduce<unknown>(
    (inner, key) => typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined,
    value,
  );
}

const KINDS: Readonly<Record<string, string>> = {
  string: "text in quotes",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function requirementOf(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.join(", ")}`;
    case "too_small":
      return issue.origin === "number" ? `must be at least ${issue.minimum}` : "must not be empty";
    case "too_big":
      return issue.origin === "number"
        ? `must be at most ${issue.maximum}`
        : `must not be longer than ${issue.maximum}`;
    case "invalid_format":
      if (issue.format === "regex") return issue.message;
      return issue.format === "datetime" ? "must be a time such as 2026-11-21T12:00:00Z" : "is not valid";
    default:
      return "is not valid";
  }
}
