/**
 * Fits looks and words of a card form into what its parser takes (sdk/wire/to_form.ts): a number becomes text, a long
 * text is cut, and a long style and what is no text at all are left out. Otherwise one option of a merchant would drop
 * the whole form. Done here, it helps each version of the SDK that pages have loaded, and the parser checks the result
 * like any message.
 */

/** Undefined leaves the property out; `name` is its name. */
type Fit = (text: string, name: string) => string | undefined;

const MAX_NAME_CHARS = 64;
/** Looks are the deepest part: inputs, field, state, property. */
const MAX_DEPTH = 5;

const style: Fit = (text) => text.length > 256 ? undefined : text;
const words: Fit = (text, name) => text.slice(0, /^(?:label|placeholder|hints)$/.test(name) ? 200 : 400);

/** Data that is no message of a form is returned as it is. */
export function fitted(data: unknown): unknown {
  return change(data, (value, name) => name === "setup" ? change(value, fitPart) : fitPart(value, name));
}

function fitPart(value: unknown, name: string): unknown {
  if (name === "looks") return fit(value, style);
  if (name === "cardIcon") return value !== false;
  return name === "texts" ? fit(value, words) : value;
}

function fit(value: unknown, rule: Fit, name = "", depth = 0): unknown {
  if (typeof value === "number" || typeof value === "string") return rule(`${value}`, name);
  if (depth === MAX_DEPTH) return value;
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return value.map((item) => fit(item, rule, name, depth + 1));
  return change(value, (item, key) => key.length > MAX_NAME_CHARS ? undefined : fit(item, rule, key, depth + 1));
}

/** The object with its properties changed, without those that become undefined. */
function change(value: unknown, to: (item: unknown, name: string) => unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, to(item, name)] as const);
  return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
}
