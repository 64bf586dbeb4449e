/** Calls of the merchant API whose requests and answers are compared with the OpenAPI document. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { assert } from "@std/assert";
import { openApiDocument } from "../../../server/embedded/payments/openapi/document.ts";
import { type Answer, merchantToken, send } from "./payments_calls.ts";
import { openPaymentsFixture } from "./payments_fixture.ts";

type Schema = Readonly<Record<string, unknown>>;
interface Content {
  readonly content?: { readonly "application/json": { readonly schema: Schema; readonly example?: unknown } };
}
interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly description: string;
  readonly schema: Schema;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Content & { readonly required: boolean };
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
  readonly "x-codeSamples": readonly { readonly source: string }[];
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: { readonly status: { readonly post: Operation } };
  readonly components: {
    readonly schemas: {
      readonly Errors: { properties: { errors: { items: { properties: { code: { enum: readonly string[] } } } } } };
    };
  };
}

export const DOCUMENT = openApiDocument() as unknown as Document;

export interface DocumentedCall {
  /** Values of the parameters in the path. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A merchant's token by default; no token when empty. */
  readonly token?: string;
  readonly secret?: string;
  /** A new one by default. */
  readonly key?: string;
}

const HOOK = { clientId: "shop", url: "https://shop.test/hook", secret: "hook-secret" };

/** A payments service with a webhook, and calls that throw when an answer is not the documented one. */
export async function openDocumentedCalls() {
  const webhooks: { readonly body: unknown; readonly headers: Headers }[] = [];
  const fixture = await openPaymentsFixture({
    webhooks: [HOOK],
    webhookTargets: { local: false, public: true },
    deliver: async (request) => {
      webhooks.push({ body: await request.json(), headers: request.headers });
      return new Response(null, { status: 204 });
    },
  });
  const [asSent, asDocumented] = [validatorOf(DOCUMENT.components), validatorOf(closed(DOCUMENT.components))];
  const answered = new Set<string>();

  const isDocumentedRequest = (method: string, path: string, call: DocumentedCall): boolean => {
    const { parameters, requestBody } = operationOf(method, path);
    const given = { header: { "x-idempotency-key": call.key ?? "k" }, path: call.path, query: call.query };
    const known = new Set(parameters.map(({ name }) => name));
    if (Object.keys(call.query ?? {}).some((name) => !known.has(name))) return false;
    const areGood = parameters.every(({ name, in: place, schema }) => {
      const value = new Map(Object.entries(given[place] ?? {})).get(name);
      return value === undefined
        ? place === "query"
        : asSent(schema)(schema.type === "integer" ? Number(value) : value);
    });
    const schema = schemaOf(requestBody);
    if (schema === undefined) return areGood;
    const body: unknown = call.body === undefined ? undefined : JSON.parse(JSON.stringify(call.body));
    return areGood && (body === undefined ? requestBody?.required === false : asSent(schema)(body) === true);
  };

  const call = async (method: string, path: string, call: DocumentedCall = {}): Promise<Answer> => {
    const { token = await merchantToken(fixture), key = crypto.randomUUID(), secret, body } = call;
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(call.path?.[name] ?? ""));
    const query = call.query === undefined ? "" : `?${new URLSearchParams(call.query)}`;
    const answer = await send(fixture, address + query, {
      method,
      key,
      ...(token === "" ? {} : { token }),
      ...(secret === undefined ? {} : { headers: { "x-api-key": secret } }),
      ...(body === undefined ? {} : { body }),
    });
    const at = `${method} ${path}: ${answer.status} ${answer.text}`;
    const schema = schemaOf(operationOf(method, path).responses[String(answer.status)]);
    assert(schema !== undefined, `not documented: ${at}`);
    const validate = asDocumented(closed(schema));
    assert(validate(JSON.parse(answer.text)), `${at}\n${JSON.stringify(validate.errors)}`);
    if (answer.status === 200) {
      answered.add(`${method} ${path}`);
      assert(isDocumentedRequest(method, path, call), `not a documented request: ${at}`);
    }
    return answer;
  };

  return {
    fixture,
    webhooks,
    isDocumentedRequest,
    call,
    /** Throws unless the webhook has the documented body and headers. */
    checkWebhook({ body, headers }: (typeof webhooks)[number]): void {
      const { parameters, requestBody } = DOCUMENT.webhooks.status.post;
      for (const { name } of parameters) assert((headers.get(name) ?? "") !== "", name);
      const validate = asDocumented(closed(schemaOf(requestBody) ?? {}));
      assert(validate(body), `${JSON.stringify(body)}\n${JSON.stringify(validate.errors)}`);
    },
    /** The documented calls that were not yet answered with 200. */
    unanswered(): readonly string[] {
      return documentedRoutes().filter((route) => !answered.has(route));
    },
  };
}

/** Every `METHOD path` of the document. */
export function documentedRoutes(): readonly string[] {
  return Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)
  );
}

function operationOf(method: string, path: string): Operation {
  const operation = DOCUMENT.paths[path]?.[method.toLowerCase()];
  assert(operation !== undefined, `${method} ${path} is not documented`);
  return operation;
}

function schemaOf(content: Content | undefined): Schema | undefined {
  return content?.content?.["application/json"].schema;
}

/** Validators of schemas that refer to these components. */
function validatorOf(components: unknown): (schema: Schema) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const known = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const validate = known.get(text) ?? ajv.compile({ allOf: [schema], components });
    known.set(text, validate);
    return validate;
  };
}

/** The schema without fields that it does not name, so that an undocumented field is a fault. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T;
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  const isOpen = inner.type === "object" && inner.properties !== undefined && inner.additionalProperties === undefined;
  return { ...inner, ...(isOpen ? { additionalProperties: false } : {}) } as T;
}
