/** HTML whose values are escaped, by the templates of Hono. */
import { html as template, raw } from "hono/html";

export { raw };
export type Html = ReturnType<typeof raw>;
type Value = Html | string | number | undefined | readonly Value[];

/**
 * The template with every value escaped, except HTML that another template made. No value is a promise, so the text is
 * complete at once.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return raw(String(template(parts, ...values)));
}

/** Attributes of one element; those without a value are left out. */
export function attributes(values: Readonly<Record<string, string | undefined>>): Html {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return raw(given.map(([name, value]) => ` ${name}="${html`${value}`}"`).join(""));
}

/** Data for a page's script. `<` is escaped, so that no value can close the element. */
export function jsonScript(id: string, value: unknown): Html {
  return raw(`<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`);
}

interface Document {
  readonly title: string;
  readonly body: Html;
  /** What follows the title: style sheets, scripts. */
  readonly head?: Html;
  readonly language?: string;
  readonly direction?: string;
  readonly viewport?: string;
}

/** A complete document. */
export function htmlDocument(
  { title, body, head, language = "en", direction, viewport = "width=device-width, initial-scale=1" }: Document,
): string {
  const page = html`
    <head>
      <meta charset="utf-8">
      <title>${title}</title>
      <meta name="viewport" content="${viewport}">
      ${head}
    </head>
    <body>${body}</body>
  `;
  return `<!doctype html><html${attributes({ lang: language, dir: direction })}>${page}</html>\n`;
}
