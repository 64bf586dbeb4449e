/** What a build leaves in dist/manifest.json: every file that may be served, and nothing else may be. */
import * as z from "zod/mini";
import { DEFAULT_LANGUAGE } from "../wire/site/languages.ts";

export const MANIFEST_FILE = "manifest.json";

const fileSchema = z.object({
  /** Path below dist/. */
  file: z.string(),
  type: z.string(),
  /** True for names that carry a hash of their content. */
  immutable: z.boolean(),
  /** Encodings that stand beside the file with this suffix. */
  encodings: z.array(z.enum(["br", "gz"])),
  /** sha384 for `integrity` attributes, base64. */
  sha384: z.string(),
  /** Only of files of an earlier build: from then on the next build leaves them out. */
  untilMs: z.optional(z.number()),
});
export type BuiltFile = z.infer<typeof fileSchema>;

const clientSchema = z.object({
  /** Asks for the rest once the drawn first screen is painted. */
  boot: z.string(),
  entry: z.string(),
  styles: z.array(z.string()),
  preload: z.array(z.string()),
  /** Words of the document itself, by the name of their place in the shell. */
  texts: z.record(z.string(), z.string()),
  /** The first screen, drawn at build time with and without the question about cookies, and the style rules it needs. */
  first: z.optional(z.object({ screen: z.string(), unasked: z.string(), styles: z.string() })),
});
export type ClientFiles = z.infer<typeof clientSchema>;

export const manifestSchema = z.object({
  version: z.string(),
  builtAt: z.string(),
  /** Hash over every source file and setting that went into the build. */
  inputs: z.string(),
  /** Path the web app is built for; its addresses hold it. */
  base: z.string(),
  /** By language of server/wire/site/languages.ts. */
  client: z.record(z.string(), clientSchema),
  frame: z.object({ script: z.string(), elements: z.string(), styles: z.string() }),
  /** Address on the app origin -> file. */
  app: z.record(z.string(), fileSchema),
  /** Address on the frame origin -> file. */
  cardFrame: z.record(z.string(), fileSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The app in this language, else in English, which every build has. */
export function clientFiles({ client }: Pick<Manifest, "client">, language: string = DEFAULT_LANGUAGE): ClientFiles {
  const files = client[language] ?? client[DEFAULT_LANGUAGE];
  if (files === undefined) throw new Error("The build has no web app in English");
  return files;
}
