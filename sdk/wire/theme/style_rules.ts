/**
 * The CSS properties and values that the frame accepts from the page. None of them can load an address or break out of
 * its rule.
 */

const PROPERTIES: ReadonlySet<string> = new Set([
  "accent-color",
  "background-color",
  "border",
  "border-bottom",
  "border-color",
  "border-left",
  "border-radius",
  "border-right",
  "border-style",
  "border-top",
  "border-width",
  "box-shadow",
  "caret-color",
  "color",
  "font-family",
  "font-size",
  "font-style",
  "font-weight",
  "height",
  "letter-spacing",
  "line-height",
  "margin",
  "margin-bottom",
  "margin-top",
  "max-width",
  "min-height",
  "opacity",
  "outline",
  "outline-color",
  "outline-offset",
  "padding",
  "padding-bottom",
  "padding-left",
  "padding-right",
  "padding-top",
  "text-align",
  "text-indent",
  "text-transform",
  "transition",
  "width",
]);

const FUNCTIONS: ReadonlySet<string> = new Set([
  "calc",
  "clamp",
  "color-mix",
  "cubic-bezier",
  "hsl",
  "hsla",
  "max",
  "min",
  "oklch",
  "rgb",
  "rgba",
]);

const MAX_VALUE_CHARS = 200;

/** The CSS name of a property in either notation; undefined when the frame does not accept it. */
export function allowedProperty(name: string): string | undefined {
  const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const property = kebab === "background" ? "background-color" : kebab;
  return PROPERTIES.has(property) ? property : undefined;
}

/**
 * Allows words, numbers, quoted font names, separators and known functions. Refuses escapes, addresses and the end of a
 * rule.
 */
export function isAllowedValue(value: string): boolean {
  if (value.length > MAX_VALUE_CHARS || !/^[\w\s.,%#()'"+*\/!-]*$/.test(value)) return false;
  if (/\/\/|\/\*|!(?!important\s*$)/.test(value)) return false;
  const calls = value.split("(").slice(0, -1).map((before) => before.trimEnd().split(/[^\w-]/).at(-1) ?? "");
  return calls.every((name) => name === "" || FUNCTIONS.has(name.toLowerCase()));
}
