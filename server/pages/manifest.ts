/** The shape of dist/manifest.json: every file that the server may serve. */
import * as z from "zod/mini";
import { DEFAULT_LANGUAGE } from "../wire/site/languages.ts";

export const MANIFEST_FILE = "manifest.json";

const fileSchema = z.object({
  /** Path below dist/. */
  file: z.string(),
  type: z.string(),
  /** True for names that contain a hash of the content. */
  immutable: z.boolean(),
  /** Encodings for which there is a compressed file beside this one. */
  encodings: z.array(z.enum(["br", "gz"])),
  /** sha384 for `integrity` attributes, base64. */
  sha384: z.string(),
  /** Only for files of an earlier build: the time after which the next build drops them. */
  untilMs: z.optional(z.number()),
});
export type BuiltFile = z.infer<typeof fileSchema>;

const clientSchema = z.object({
  /** The small script that runs before the app (client/lib/hydration/). */
  earlyPress: z.string(),
  entry: z.string(),
  styles: z.string(),
  /** The styles of paper. */
  print: z.string(),
  preload: z.array(z.string()),
  /** Texts of the document itself, by placeholder in the shell. */
  texts: z.record(z.string(), z.string()),
  /** File below dist/ with the rendered screens, in the shape of `drawnSchema`. */
  drawnFile: z.optional(z.string()),
});
export type ClientFiles = z.infer<typeof clientSchema>;

/** The screens that the server renders, in one language. */
export const drawnSchema = z.object({
  /** By address (wire/site/screens/sent_screens.ts), with and without the cookie question. */
  screens: z.record(z.string(), z.object({ asked: z.string(), unasked: z.string() })),
  /** The style sheet of all screens. */
  styles: z.string(),
});
export type Drawn = z.infer<typeof drawnSchema>;

export const manifestSchema = z.object({
  version: z.string(),
  builtAt: z.string(),
  /** Hash of all source files and settings of the build. */
  inputs: z.string(),
  /** Base path that the web app is built for; its addresses contain it. */
  base: z.string(),
  /** Hosts to which the SDK follows a session, beside those of loopback; older builds name none. */
  providerHosts: z._default(z.array(z.string()), []),
  /** By language of server/wire/site/languages.ts. */
  client: z.record(z.string(), clientSchema),
  /** The operator's console; older builds have none. */
  admin: z.optional(z.object({ entry: z.string(), styles: z.string() })),
  frame: z.object({ script: z.string(), elements: z.string(), styles: z.string() }),
  /** Address on the app origin -> file. */
  app: z.record(z.string(), fileSchema),
  /** Address on the frame origin -> file. */
  cardFrame: z.record(z.string(), fileSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The app in this language, or else in English, which every build has. */
export function clientFiles({ client }: Pick<Manifest, "client">, language: string = DEFAULT_LANGUAGE): ClientFiles {
  const files = client[language] ?? client[DEFAULT_LANGUAGE];
  if (files === undefined) throw new Error("The build has no web app in English");
  return files;
}
