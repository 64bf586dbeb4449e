/** Every call of the merchant API: what it does, takes, answers and refuses. The router is compared with this table. */
import type * as z from "zod/mini";
import { AuthorizeRequest, InitBody, LookupBody, OperationBody, RevealBody } from "../context/bodies.ts";
import type { ApiErrorCode } from "../context/api_errors.ts";
import { DeletedAnswer, ErasedRecordsAnswer, InstrumentsAnswer } from "../schemas/instrument_answers.ts";
import { DeliveriesAnswer, DeliveryAnswer } from "../schemas/webhook_answers.ts";
import {
  DeletedEndpointAnswer,
  EndpointBody,
  EndpointsAnswer,
  EndpointSecretAnswer,
  EndpointTestAnswer,
  RotateBody,
} from "../schemas/webhook_endpoints.ts";
import { ExecutionAnswer, ExecutionsAnswer, MovedAnswer, MovesAnswer } from "../schemas/execution_answers.ts";
import { InitAnswer, LookupAnswer, TokenAnswer } from "../schemas/session_answers.ts";
import { DisputeAnswer, DisputeFileAnswer, DisputesAnswer, EvidenceBody } from "../schemas/disputes.ts";
import { DeliveriesQuery, DisputesQuery, ExecutionsQuery } from "../schemas/queries.ts";

export interface Call {
  /** Name of the call in generated clients. */
  readonly name: string;
  readonly tag: "Token" | "Executions" | "Moves" | "Instruments" | "Disputes" | "Webhooks";
  readonly title: string;
  readonly text: string;
  /** Query parameters, which are checked by this schema. */
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** True when an empty body means `{}`. */
  readonly isBodyOptional?: true;
  /** A body that the service takes, with the ids of the example in its path. */
  readonly example?: unknown;
  readonly answer: z.ZodMiniType;
  /** True when the call needs `x-idempotency-key`. */
  readonly isKeyed?: true;
  /** What it refuses besides what every call refuses. */
  readonly errors: readonly ApiErrorCode[];
}

const EXECUTION = "/merchant/workflows/:code/executions/:id";
const DELIVERY = "/merchant/webhooks/deliveries/:id";
const ENDPOINTS = "/merchant/webhooks/endpoints";
const DISPUTE = "/merchant/disputes/:id";
const INSTRUMENTS = "/merchant/holders/:holder/instruments";
const KEY = ["key-missing", "key-reused"] as const;
const ONCE = [...KEY, "key-in-flight"] as const;
const amount = { value: "4.00", currency: "EUR" };

const STRAY = "A body with other fields and no `amount` is refused: it would move everything. " +
  "The header `ignored-fields` names other fields beside it.";

const executions = {
  "POST /merchant/client/init": {
    name: "init",
    tag: "Executions",
    title: "Create an execution",
    text:
      "The answer goes to your page, which passes it to the SDK. The same key gives the same execution with a fresh " +
      "token for the page, and is refused with another amount, currency, holder or capture. Whatever else the repeat " +
      "changes, also `merchantReference`, has no effect: give each order a key of its own. The header `ignored-fields` names fields that nothing reads, such as a misspelt `meta.captur`.",
    body: InitBody,
    example: { merchantReference: "order-1", holderReference: "ada", amount: { value: "10.00", currency: "EUR" } },
    answer: InitAnswer,
    isKeyed: true,
    errors: [...KEY, "amount-invalid", "origin-not-allowed"],
  },
  "GET /merchant/executions": {
    name: "listExecutions",
    tag: "Executions",
    title: "List and find executions",
    text:
      "Newest first. Filters are joined by and. A page stays the same while executions are added. An unknown filter " +
      "is refused; a cursor of another list answers 404.",
    query: ExecutionsQuery,
    answer: ExecutionsAnswer,
    errors: ["not-found"],
  },
  [`GET ${EXECUTION}`]: {
    name: "readExecution",
    tag: "Executions",
    title: "Read an execution",
    text: "Asks the acquirer first when an outcome is due.",
    answer: ExecutionAnswer,
    errors: ["not-found"],
  },
  [`POST ${EXECUTION}/lookup`]: {
    name: "lookUp",
    tag: "Executions",
    title: "Read what an execution offers, or change its amount",
    text: "`amount` and `meta` change before the first authorize only.",
    body: LookupBody,
    isBodyOptional: true,
    example: { amount: { value: "12.00", currency: "EUR" } },
    answer: LookupAnswer,
    errors: ["not-found", "amount-invalid", "origin-not-allowed", "state-conflict"],
  },
  [`POST ${EXECUTION}/authorize`]: {
    name: "authorize",
    tag: "Executions",
    title: "Charge a stored instrument",
    text: "A declined payment is answered with 200: read `state` and the last status.",
    body: AuthorizeRequest,
    example: {
      amount: { value: "10.00", currency: "EUR" },
      paymentComposition: [{ paymentMethodCode: "card", paymentInstrumentId: "{instrument}" }],
      meta: { CIT: false },
    },
    answer: MovedAnswer,
    isKeyed: true,
    errors: [
      ...ONCE,
      "not-found",
      "amount-mismatch",
      "composition-invalid",
      "execution-busy",
      "execution-paid",
      "execution-waiting",
      "execution-closed",
      "attempts-exhausted",
    ],
  },
} as const satisfies Record<string, Call>;

const moves = {
  [`POST ${EXECUTION}/capture`]: {
    name: "capture",
    tag: "Moves",
    title: "Capture what is authorized",
    text:
      "In parts or at once, until nothing is left. An acquirer's refusal is answered with 200 and a move that failed. " +
      STRAY,
    body: OperationBody,
    isBodyOptional: true,
    example: { amount },
    answer: MovedAnswer,
    isKeyed: true,
    errors: [...ONCE, "not-found", "amount-invalid", "amount-too-high", "state-conflict"],
  },
  [`POST ${EXECUTION}/cancel`]: {
    name: "cancel",
    tag: "Moves",
    title: "Void what is not captured",
    text:
      "Always releases everything: an amount is ignored. Afterwards, an execution without a payment can no longer be paid.",
    body: OperationBody,
    isBodyOptional: true,
    answer: MovedAnswer,
    isKeyed: true,
    errors: [...ONCE, "not-found", "state-conflict"],
  },
  [`POST ${EXECUTION}/refund`]: {
    name: "refund",
    tag: "Moves",
    title: "Refund what is captured",
    text: `In parts or at once, until nothing is left. ${STRAY}`,
    body: OperationBody,
    isBodyOptional: true,
    example: { amount: { value: "1.50", currency: "EUR" } },
    answer: MovedAnswer,
    isKeyed: true,
    errors: [...ONCE, "not-found", "amount-invalid", "amount-too-high", "state-conflict", "payment-disputed"],
  },
  [`GET ${EXECUTION}/moves`]: {
    name: "listMoves",
    tag: "Moves",
    title: "List the moves of an execution",
    text: "The successful captures add up to `captured` of the execution, the successful refunds to `refunded`.",
    answer: MovesAnswer,
    errors: ["not-found"],
  },
} as const satisfies Record<string, Call>;

const disputes = {
  "GET /merchant/disputes": {
    name: "listDisputes",
    tag: "Disputes",
    title: "List and find disputes",
    text: "Newest first. Filters are joined by and, and an unknown one is refused.",
    query: DisputesQuery,
    answer: DisputesAnswer,
    errors: ["not-found"],
  },
  [`GET ${DISPUTE}`]: {
    name: "readDispute",
    tag: "Disputes",
    title: "Read a dispute",
    text: "With your evidence so far and what happened.",
    answer: DisputeAnswer,
    errors: ["not-found"],
  },
  [`GET ${DISPUTE}/files/:file`]: {
    name: "readDisputeFile",
    tag: "Disputes",
    title: "Read a file of your evidence",
    text: "As you sent it.",
    answer: DisputeFileAnswer,
    errors: ["not-found"],
  },
  [`POST ${DISPUTE}/evidence`]: {
    name: "sendEvidence",
    tag: "Disputes",
    title: "Add evidence, and send it",
    text: "Evidence is a draft until a call with `submit: true`, which sends all of it to the issuer. It can be sent " +
      "once, before `respondBy`. While another call answers the dispute, both this one and the acceptance get 409.",
    body: EvidenceBody,
    example: { texts: { accessActivity: "Signed in on May 12 at 09:14 UTC." }, submit: true },
    answer: DisputeAnswer,
    isKeyed: true,
    errors: [...ONCE, "not-found", "state-conflict", "dispute-closed", "evidence-full", "evidence-missing"],
  },
  [`DELETE ${DISPUTE}/evidence`]: {
    name: "eraseEvidence",
    tag: "Disputes",
    title: "Erase the evidence",
    text:
      "For a customer who asks for the erasure of their data. Texts and files of a dispute that is over are erased " +
      "at once. An open dispute keeps its evidence, also what you add later, until it ends. The answer has what is left.",
    answer: DisputeAnswer,
    isKeyed: true,
    errors: [...ONCE, "not-found"],
  },
  [`POST ${DISPUTE}/accept`]: {
    name: "acceptDispute",
    tag: "Disputes",
    title: "Accept the loss",
    text: "Ends the dispute. The cardholder keeps the money of a chargeback; refund the payment yourself after an " +
      "early warning or an inquiry.",
    answer: DisputeAnswer,
    isKeyed: true,
    errors: [...ONCE, "not-found", "state-conflict", "dispute-closed"],
  },
} as const satisfies Record<string, Call>;

const others = {
  [`GET ${INSTRUMENTS}`]: {
    name: "listInstruments",
    tag: "Instruments",
    title: "List a shopper's stored instruments",
    text: "Empty for a shopper you have never named.",
    answer: InstrumentsAnswer,
    errors: [],
  },
  [`DELETE ${INSTRUMENTS}/:id`]: {
    name: "deleteInstrument",
    tag: "Instruments",
    title: "Delete a stored instrument",
    text: "It can no longer pay.",
    answer: DeletedAnswer,
    isKeyed: true,
    errors: [...ONCE, "not-found"],
  },
  "DELETE /merchant/holders/:holder/records": {
    name: "eraseRecords",
    tag: "Instruments",
    title: "Erase a shopper's records",
    text:
      "What your page collected beside cards, in every table. Records belong to the shopper and stay when a card is " +
      "deleted. Take a new key each time: a repeated one gets the first answer and erases nothing that came since.",
    answer: ErasedRecordsAnswer,
    isKeyed: true,
    errors: ONCE,
  },
  "POST /token/client/init": {
    name: "reveal",
    tag: "Instruments",
    title: "Reveal a stored card or record",
    text:
      "Answers, in `data`, an address on the card-frame origin that shows the values in a frame for five minutes. " +
      "Your page cannot read what the frame shows, but the address is a secret: a program that requests it gets the " +
      "values. Send it to the holder's page only, and keep it out of your logs.",
    body: RevealBody,
    example: { instrumentId: "{instrument}", auditData: "support ticket 7" },
    answer: InitAnswer,
    isKeyed: true,
    errors: [...KEY, "not-found"],
  },
  "GET /merchant/webhooks/deliveries": {
    name: "listDeliveries",
    tag: "Webhooks",
    title: "List deliveries of webhooks",
    text: "Newest first, for 30 days after they were written.",
    query: DeliveriesQuery,
    answer: DeliveriesAnswer,
    errors: ["not-found"],
  },
  [`POST ${ENDPOINTS}`]: {
    name: "registerWebhook",
    tag: "Webhooks",
    title: "Register an address",
    text: "It receives every event from now on. The answer shows its secret, with which you verify signatures.",
    body: EndpointBody,
    example: { url: "https://shop.example/hook" },
    answer: EndpointSecretAnswer,
    isKeyed: true,
    errors: [...ONCE, "not-found", "targets-off", "target-refused", "endpoint-exists", "endpoints-full"],
  },
  [`GET ${ENDPOINTS}`]: {
    name: "listWebhooks",
    tag: "Webhooks",
    title: "List your addresses",
    text: "Without their secrets.",
    answer: EndpointsAnswer,
    errors: [],
  },
  [`POST ${ENDPOINTS}/:id/test`]: {
    name: "testWebhook",
    tag: "Webhooks",
    title: "Send a test to an address",
    text: "Posts one event `webhookTest` with a made-up execution, signed like any other, and answers what came back.",
    answer: EndpointTestAnswer,
    isKeyed: true,
    errors: [...ONCE, "not-found", "targets-off", "too-many-tests"],
  },
  [`POST ${ENDPOINTS}/:id/secret`]: {
    name: "rotateWebhookSecret",
    tag: "Webhooks",
    title: "Rotate the secret of an address",
    text: "Webhooks carry a signature under each of both secrets until the overlap ends.",
    body: RotateBody,
    isBodyOptional: true,
    example: { overlapHours: 24 },
    answer: EndpointSecretAnswer,
    isKeyed: true,
    errors: [...ONCE, "not-found", "state-conflict"],
  },
  [`DELETE ${ENDPOINTS}/:id`]: {
    name: "deleteWebhook",
    tag: "Webhooks",
    title: "Delete an address",
    text: "Webhooks that still wait for it are not sent.",
    answer: DeletedEndpointAnswer,
    isKeyed: true,
    errors: [...ONCE, "not-found"],
  },
  [`GET ${DELIVERY}`]: {
    name: "readDelivery",
    tag: "Webhooks",
    title: "Read a delivery",
    text: "What became of it so far.",
    answer: DeliveryAnswer,
    errors: ["not-found"],
  },
  [`POST ${DELIVERY}/replay`]: {
    name: "replay",
    tag: "Webhooks",
    title: "Send a webhook again",
    text: "The same bytes with the same event id, in a new delivery. A receiver that books each event id once books " +
      "nothing twice.",
    answer: DeliveryAnswer,
    isKeyed: true,
    errors: [...ONCE, "not-found", "address-gone"],
  },
} as const satisfies Record<string, Call>;

/** `METHOD path`, with the path as the router has it. */
export const MERCHANT_CALLS: Readonly<Record<string, Call>> = {
  "POST /auth/token/:clientId": {
    name: "issueToken",
    tag: "Token",
    title: "Get a token",
    text: "For an hour, with your client id and secret. Every other call takes it as `authorization: Bearer`.",
    answer: TokenAnswer,
    errors: ["client-unknown"],
  },
  ...executions,
  ...moves,
  ...disputes,
  ...others,
};
