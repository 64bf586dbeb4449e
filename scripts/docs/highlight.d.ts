/** The part of highlight.js that the build uses. Its own types would bring in those of the DOM. */
interface Highlighter {
  registerLanguage(name: string, language: unknown): void;
  highlight(code: string, options: { readonly language: string }): { readonly value: string };
}
declare const highlighter: Highlighter;
export default highlighter;
