/** The code blocks of the merchants' documentation. */
import { readDocs } from "../../../scripts/docs/pages.ts";

export interface CodeBlock {
  /** The page, below docs/merchants/. */
  readonly page: string;
  /** Line of the page on which the code begins. */
  readonly line: number;
  readonly language: string;
  /** Words after the language: `file=shop.mjs`, `type=CardFormOptions`. */
  readonly marks: Readonly<Record<string, string>>;
  readonly code: string;
}

export const MERCHANT_DOCS = new URL("../../../docs/merchants", import.meta.url).pathname;

export async function readCodeBlocks(): Promise<readonly CodeBlock[]> {
  const { pages } = await readDocs(MERCHANT_DOCS);
  return pages.flatMap(({ path, text }) => codeBlocksOf(path, text));
}

export function codeBlocksOf(page: string, text: string): readonly CodeBlock[] {
  return [...text.matchAll(/^( *)```(\S+)([^\n]*)\n([\s\S]*?)^\1```$/gm)].map(
    ({ 1: indent = "", 2: language = "", 3: marks = "", 4: code = "", index }) => ({
      page,
      line: text.slice(0, index).split("\n").length + 1,
      language,
      marks: Object.fromEntries(
        marks.trim().split(/\s+/).filter(Boolean).map((mark) => {
          const [name = "", value = ""] = mark.split("=");
          return [name, value];
        }),
      ),
      code: code.replace(new RegExp(`^${indent}`, "gm"), ""),
    }),
  );
}

/** The program of a page, as its reader saves it under this name. */
export async function codeOfFile(file: string): Promise<string> {
  const found = (await readCodeBlocks()).filter(({ marks }) => marks.file === file);
  if (found.length !== 1) throw new TypeError(`${found.length} blocks of the documentation are ${file}; one must`);
  return found[0]?.code ?? "";
}
