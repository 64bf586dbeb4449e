/** The merchant API as an OpenAPI 3.1 document, written from the schemas that the service checks with. */
import * as z from "zod/mini";
import { ActingMeta } from "../context/bodies.ts";
import { API_ERROR_CODES, type ApiErrorCode, apiErrorRow } from "../context/api_errors.ts";
import { WebhookBody } from "../schemas/webhook_answers.ts";
import { described, named, SCHEMAS } from "../schemas/registry.ts";
import { type Call, MERCHANT_CALLS } from "./calls.ts";
import { sampleOf } from "./samples.ts";

type Json = Readonly<Record<string, unknown>>;

const Errors = named(
  "Errors",
  z.object({
    errors: described(
      z.array(z.object({
        id: described(z.string(), "The service's log has the same, except for errors that tell a stranger nothing."),
        code: described(z.enum(API_ERROR_CODES), "What to act on."),
        detail: described(z.string(), "For engineers; its wording may change."),
        docUrl: described(z.string(), "The page that says what to do."),
      })),
      "The refusal: always one entry.",
    ),
    links: z.optional(described(z.record(z.string(), z.string()), "What to read next.")),
  }),
  "Why a request was refused. It holds one error.",
);

/** What every call can answer. */
const EVERYWHERE: readonly ApiErrorCode[] = [
  "request-invalid",
  "request-too-slow",
  "request-too-large",
  "unavailable",
  "internal",
];

const PARAMETERS: Readonly<Record<string, string>> = {
  clientId: "Your client id.",
  code: "`workflow.code` of the execution.",
  holder: "Your reference of the shopper.",
  id: "The id, from the answer that named it.",
  file: "The file's id, from `evidence.files`.",
};

const TAGS: Readonly<Record<Call["tag"], string>> = {
  Token: "Your back end proves who it is.",
  Executions: "One order's payment each.",
  Moves: "Captures, cancels and refunds.",
  Instruments: "Cards and accounts that shoppers stored with you.",
  Disputes: "Cardholders who ask their bank for the money back.",
  Webhooks: "Your addresses, and what became of the webhooks to them.",
};

const refTo = (schema: z.ZodMiniType): Json => ({ $ref: `#/components/schemas/${SCHEMAS.get(schema)?.id}` });
const json = (schema: Json, example?: unknown): Json => ({
  "application/json": { schema, ...(example === undefined ? {} : { example }) },
});

/** The whole document. Ids and addresses in it do not depend on the installation. */
export function openApiDocument(): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [route, call] of Object.entries(MERCHANT_CALLS)) {
    const [method = "", path = ""] = route.split(" ");
    (paths[path.replaceAll(/:(\w+)/g, "{$1}")] ??= {})[method.toLowerCase()] = operationOf(route, call);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Merchant API of the payments service",
      version: "1",
      description: "What your back end calls. Amounts are decimal text in major units. A call that changes something " +
        "takes `x-idempotency-key`: the same key with the same request gets the same answer for 35 days. Init differs: " +
        "its key names an order.",
    },
    servers: [{ url: "/services/payments" }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ merchantToken: [] }],
    paths,
    webhooks: { status: { post: WEBHOOK } },
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        merchantToken: { type: "http", scheme: "bearer", description: "The token of `/auth/token/{clientId}`." },
        clientSecret: { type: "apiKey", in: "header", name: "x-api-key", description: "The secret of your client." },
      },
    },
  };
}

function operationOf(route: string, call: Call): Json {
  const isToken = call.tag === "Token";
  const errors = [...EVERYWHERE, ...(isToken ? [] : ["unauthorized"] as const), ...call.errors];
  const body = call.body === undefined ? undefined : json(refTo(call.body), call.example);
  return {
    operationId: call.name,
    tags: [call.tag],
    summary: call.title,
    description: call.text,
    ...(isToken ? { security: [{ clientSecret: [] }] } : {}),
    parameters: parametersOf(route, call),
    ...(body === undefined ? {} : { requestBody: { required: call.isBodyOptional !== true, content: body } }),
    responses: { "200": successOf(call), ...refusalsOf(errors) },
    "x-codeSamples": [{ lang: "Shell", label: "curl", source: sampleOf(route, call) }],
  };
}

function parametersOf(route: string, { query, isKeyed }: Call): readonly Json[] {
  const names = [...route.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const text = { type: "string" };
  const path = names.map((name) => ({
    name,
    in: "path",
    required: true,
    description: PARAMETERS[name],
    schema: text,
  }));
  const key = {
    name: "x-idempotency-key",
    in: "header",
    required: true,
    description: "1 to 255 visible characters: your name for this request.",
    schema: { ...text, pattern: "^[\\x21-\\x7e]{1,255}$" },
  };
  return [...path, ...queryParameters(query), ...(isKeyed === true ? [key] : [])];
}

function queryParameters(query: z.ZodMiniObject | undefined): readonly Json[] {
  return Object.entries(query?.shape ?? {}).map(([name, schema]) => {
    const { description, ...rest } = schemaOf(schema as z.ZodMiniType);
    return { name, in: "query", required: false, description, schema: rest };
  });
}

function successOf({ answer, isKeyed }: Call): Json {
  const header = {
    description: "`true` when an earlier request with this key did the work.",
    schema: { type: "string", enum: ["true"] },
  };
  return {
    description: SCHEMAS.get(answer)?.description,
    ...(isKeyed === true ? { headers: { "idempotent-replayed": header } } : {}),
    content: json(refTo(answer)),
  };
}

/** One answer for each status, with the codes that it can have. */
function refusalsOf(codes: readonly ApiErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => apiErrorRow(code).status);
  return Object.fromEntries([...byStatus].map(([status, own]) => {
    const narrowed = { properties: { errors: { items: { properties: { code: { enum: own } } } } } };
    const description = own.map((code) => `\`${code}\`: ${apiErrorRow(code).detail}`).join("\n\n");
    return [String(status), { description, content: json({ allOf: [refTo(Errors), narrowed] }) }];
  }));
}

const header = (name: string, description: string): Json => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

const WEBHOOK: Json = {
  summary: "A status of an execution",
  description: "Sent to each of your addresses, until it answers 2xx within ten seconds, for three days. It may " +
    "arrive twice: book each `id` once.",
  security: [],
  parameters: [
    header("webhook-id", "The event's id, as `id` of the body. A replay has the same."),
    header("webhook-delivery-id", "The delivery's id; a replay has a new one."),
    header("webhook-timestamp", "The time of this attempt, in seconds."),
    header("webhook-signature", "`v1,` and base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`."),
    header("x-signature", "Base64 of HMAC-SHA256 over the body alone."),
  ],
  requestBody: { required: true, content: json(refTo(WebhookBody)) },
  responses: { "2XX": { description: "You have stored the event." } },
};

/** What is sent, before defaults. Without what only repeats a format or the rules of JSON. */
const JSON_SCHEMA = {
  metadata: SCHEMAS,
  io: "input",
  override: ({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
    delete jsonSchema.propertyNames;
  },
} as const;

/** Every schema with a name. They are listed side by side and refer to each other. */
function componentSchemas(): Json {
  const used = new Set(Object.values(MERCHANT_CALLS).flatMap(({ body, answer }) => [body, answer]));
  for (const schema of [...used, ActingMeta, WebhookBody, Errors]) {
    if (schema !== undefined && SCHEMAS.get(schema)?.id === undefined) throw new TypeError("A schema without a name");
  }
  const uri = (id: string) => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(SCHEMAS, { ...JSON_SCHEMA, uri });
  return Object.fromEntries(Object.entries(schemas).sort().map(([id, schema]) => [id, withoutNames(schema)]));
}

function schemaOf(schema: z.ZodMiniType): Json {
  return withoutNames(z.toJSONSchema(schema, JSON_SCHEMA));
}

function withoutNames({ $schema: _schema, $id: _address, id: _id, ...rest }: Json): Json {
  return rest;
}
