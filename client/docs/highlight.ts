/** Colours the code of the playground: the languages of its tabs, by the classes of highlight.js. */
import highlighter from "highlight.js/lib/core";
import javascript from "highlight.js/lib/languages/javascript";
import xml from "highlight.js/lib/languages/xml";

highlighter.registerLanguage("javascript", javascript);
highlighter.registerLanguage("xml", xml);

/** HTML in which the code is escaped. */
export function highlight(code: string, language: "javascript" | "xml"): string {
  return highlighter.highlight(code, { language }).value;
}
