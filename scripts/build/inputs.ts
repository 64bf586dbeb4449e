/** One hash over every source file and setting of a build, so that a start without changes builds nothing. */
import type { BundleOptions } from "./bundle.ts";

const FOLDERS = [
  "client",
  "sdk",
  "iframe",
  "server/wire",
  "server/i18n",
  "server/embedded/members/scoring",
  "scripts/build",
  "scripts/docs",
  "docs/merchants",
];
const FILES = ["deno.json", "deno.lock", "scripts/build.ts", "server/pages/manifest.ts"];

async function* walk(path: string): AsyncGenerator<string> {
  const entries = [];
  for await (const entry of Deno.readDir(path)) entries.push(entry);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const child = `${path}/${entry.name}`;
    if (entry.isDirectory) yield* walk(child);
    else if (!/_test\.tsx?$/.test(entry.name)) yield child;
  }
}

/** Hex SHA-256 over the settings, then over names and contents. */
export async function hashInputs({ root, libraries: _, ...settings }: BundleOptions): Promise<string> {
  const paths = FILES.map((file) => `${root}/${file}`);
  for (const folder of FOLDERS) for await (const path of walk(`${root}/${folder}`)) paths.push(path);
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [encoder.encode(JSON.stringify(settings))];
  for (const path of paths) parts.push(encoder.encode(`\n${path.slice(root.length)}\n`), await Deno.readFile(path));
  const digest = await crypto.subtle.digest(
    "SHA-256",
    await new Blob(parts.map((part) => Uint8Array.from(part))).arrayBuffer(),
  );
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
