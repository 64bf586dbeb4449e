/** Writes the reference of the merchant API from its OpenAPI document. */
import * as z from "zod/mini";

const Schema = z.looseObject({});
const Content = z.record(z.string(), z.object({ schema: Schema }));
const Parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z._default(z.boolean(), false),
  description: z._default(z.string(), ""),
  schema: z._default(Schema, {}),
});
const Operation = z.object({
  tags: z._default(z.array(z.string()), []),
  summary: z.string(),
  description: z._default(z.string(), ""),
  parameters: z._default(z.array(Parameter), []),
  requestBody: z.optional(z.object({ content: Content })),
  responses: z.record(z.string(), z.object({ description: z.string(), content: z.optional(Content) })),
  "x-codeSamples": z._default(z.array(z.object({ source: z.string() })), []),
});
const Document = z.object({
  info: z.object({ description: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  webhooks: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
});
type Operation = z.infer<typeof Operation>;
type Schema = Readonly<Record<string, unknown>>;

/** `json` is docs/api/openapi.json. */
export function merchantApiPage(json: string): string {
  const { info, servers, tags, paths, webhooks, components } = Document.parse(JSON.parse(json));
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ address: `${method.toUpperCase()} ${path}`, operation }))
  );
  return [
    "# Merchant API",
    info.description,
    `Addresses are below \`${
      servers[0]?.url
    }\` of your payments service. The same description for programs, as OpenAPI ` +
    `3.1, is at [openapi.json](http://localhost:8000${
      servers[0]?.url
    }/openapi.json). In the samples, \`$BASE\` is that ` +
    "address, `$TOKEN` the token of the first call, `$ID` an id and `$KEY` a new idempotency key.",
    ...tags.flatMap(({ name, description }) => [
      // A schema may have only the name.
      `## ${name}: calls`,
      description,
      ...calls.filter(({ operation }) => operation.tags.includes(name)).map(({ address, operation }) =>
        callText(address, operation)
      ),
    ]),
    "## What your address gets",
    ...Object.values(webhooks).flatMap((methods) => Object.values(methods)).map((operation) =>
      [operation.description, ...inputTexts(operation)].join("\n\n")
    ),
    "## Schemas",
    ...Object.entries(components.schemas).map(([name, schema]) => schemaText(name, schema, components.schemas)),
  ].join("\n\n") + "\n";
}

function callText(address: string, operation: Operation): string {
  const { summary, description, responses } = operation;
  const good = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const refused = Object.entries(responses).filter(([status]) => !status.startsWith("2"));
  return [
    `### ${summary}`,
    `\`${address}\``,
    description,
    ...inputTexts(operation),
    ...good.map(([status, answer]) => `Answers ${status} with ${bodyOf(answer.content)}. ${answer.description}`),
    ...operation["x-codeSamples"].map(({ source }) => `\`\`\`sh\n${source}\n\`\`\``),
    "| refused with | because |",
    "| --- | --- |",
    ...refused.flatMap(([status, answer]) =>
      answer.description.split("\n\n").map((line) => {
        const [, code = "", sentence = line] = /^`([\w-]+)`: (.*)$/s.exec(line) ?? [];
        return `| ${status} ${code === "" ? "" : `[\`${code}\`](errors.md#${code})`} | ${cell(sentence)} |`;
      })
    ),
  ].filter((part) => part !== "").join("\n\n").replace(/\|\n\n\|/g, "|\n|");
}

function inputTexts({ parameters, requestBody }: Operation): readonly string[] {
  const rows = parameters.filter(({ in: place }) => place !== "path" || parameters.length > 0).map((parameter) =>
    row(parameter.name, parameter.required, { ...parameter.schema, description: parameter.description }, parameter.in)
  );
  return [
    ...(rows.length === 0 ? [] : [["| parameter | type | meaning |", "| --- | --- | --- |", ...rows].join("\n")]),
    ...(requestBody === undefined ? [] : [`The body is ${bodyOf(requestBody.content)}.`]),
  ];
}

function bodyOf(content: z.infer<typeof Content> | undefined): string {
  const schema = content?.["application/json"]?.schema;
  return schema === undefined ? "no body" : typeOf(schema);
}

type Schemas = Readonly<Record<string, Schema>>;

function schemaText(name: string, schema: Schema, schemas: Schemas): string {
  const rows = rowsOf(schema, "", schemas);
  return [
    `### ${name}`,
    text(schema.description),
    ...(rows.length === 0 ? [] : [["| field | type | meaning |", "| --- | --- | --- |", ...rows].join("\n")]),
  ].filter((part) => part !== "").join("\n\n");
}

/** A row for each field, and for those of objects and lists that have no name of their own. */
function rowsOf(schema: Schema, path: string, schemas: Schemas): readonly string[] {
  const required = z.array(z.string()).safeParse(schema.required).data ?? [];
  return Object.entries(objectOf(schema.properties)).flatMap(([name, value]) => {
    const field = objectOf(value);
    const inner = innerOf(field);
    const words = text(field.description) || text(schemas[nameOf(field) ?? ""]?.description);
    return [
      row(path + name, required.includes(name), { ...field, description: words }),
      ...rowsOf(inner.schema, `${path}${name}${inner.mark}`, schemas),
    ];
  });
}

/** The object inside a list, or of a choice between it and null. */
function innerOf(field: Schema): { readonly schema: Schema; readonly mark: string } {
  const [first] = z.array(Schema).safeParse(field.anyOf).data ?? [];
  if (first !== undefined) return innerOf(first);
  if (field.type === "array") return { schema: innerOf(objectOf(field.items)).schema, mark: "[]." };
  return { schema: field, mark: "." };
}

function row(name: string, isRequired: boolean, schema: Schema, place = ""): string {
  const mark = isRequired ? " (required)" : "";
  const where = place === "header" ? " header" : "";
  return `| \`${name}\`${where}${mark} | ${typeOf(schema)} | ${
    cell([text(schema.description), limits(schema)].join(" "))
  } |`;
}

function nameOf(schema: Schema): string | undefined {
  return /\/schemas\/(\w+)$/.exec(text(schema.$ref))?.[1];
}

function typeOf(schema: Schema): string {
  const name = nameOf(schema);
  if (name !== undefined) return `[\`${name}\`](#${name.toLowerCase()})`;
  const choices = z.array(Schema).safeParse(schema.anyOf ?? schema.oneOf).data;
  if (choices !== undefined) return choices.map(typeOf).join(" or ");
  const all = z.array(Schema).safeParse(schema.allOf).data;
  if (all?.[0] !== undefined && schema.type === undefined) return typeOf(all[0]);
  if (schema.type === "array") return `list of ${typeOf(objectOf(schema.items))}`;
  const words = z.array(z.string()).safeParse(schema.enum).data;
  if (words !== undefined) return words.map((word) => `\`${word}\``).join(", ");
  if (schema.const !== undefined) return `\`${String(schema.const)}\``;
  if (schema.format === "date-time") return "time, ISO 8601";
  const types = Array.isArray(schema.type) ? schema.type.map(String) : [text(schema.type)];
  const known = types.map((type) => type === "" ? "any value" : type === "string" ? "text" : type).join(" or ");
  return all?.[0] === undefined ? known : `${known}, ${all.map(typeOf).join(", ")}`;
}

function limits({ default: usual, maxLength, minimum, maximum }: Schema): string {
  return [
    ...(usual === undefined || typeof usual === "object" ? [] : [`Default \`${String(usual)}\`.`]),
    ...(maxLength === undefined ? [] : [`At most ${String(maxLength)} characters.`]),
    ...(minimum === undefined || maximum === undefined ? [] : [`${String(minimum)} to ${String(maximum)}.`]),
  ].join(" ");
}

function objectOf(value: unknown): Schema {
  return Schema.safeParse(value).data ?? {};
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function cell(words: string): string {
  return words.replace(/\s+/g, " ").replaceAll("|", "\\|").trim();
}
