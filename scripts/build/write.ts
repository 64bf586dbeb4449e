/** Writes built files with their compressed copies and returns the manifest rows. */
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { BuiltFile } from "../../server/pages/manifest.ts";
import type { Bundled } from "./bundle.ts";

const MIN_COMPRESSED_BYTES = 512;
const BROTLI_QUALITY = 9;
const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  json: "application/json; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  avif: "image/avif",
  ico: "image/x-icon",
  txt: "text/plain; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  woff2: "font/woff2",
  webmanifest: "application/manifest+json",
};

export interface OutputFolder {
  readonly dist: string;
  /** Folder below dist/ that mirrors one origin. */
  readonly folder: string;
  /** With copies for `content-encoding`, which cost more than the bundles of a development build. */
  readonly isCompressed: boolean;
}

export async function writeFiles(place: OutputFolder, files: readonly Bundled[]): Promise<Record<string, BuiltFile>> {
  const rows: Record<string, BuiltFile> = {};
  for (const file of files) rows[file.address] = await writeFile(place, file);
  return rows;
}

async function writeFile(
  { dist, folder, isCompressed }: OutputFolder,
  { address, bytes, immutable }: Bundled,
): Promise<BuiltFile> {
  const file = `${folder}${address}`;
  const path = `${dist}/${file}`;
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  await Deno.writeFile(path, bytes);
  const extension = address.slice(address.lastIndexOf(".") + 1);
  const type = TYPES[extension];
  if (type === undefined) throw new Error(`Cannot serve ${address}: add its extension to scripts/build/write.ts`);
  const encodings: ("br" | "gz")[] = [];
  if (isCompressed && bytes.byteLength >= MIN_COMPRESSED_BYTES && /text|json|svg/.test(type)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
    await Deno.writeFile(`${path}.br`, brotliCompressSync(bytes, { params }));
    await Deno.writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    encodings.push("br", "gz");
  }
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-384", Uint8Array.from(bytes)));
  return { file, type, immutable, encodings, sha384: btoa(String.fromCharCode(...digest)) };
}
