/** The files of the build, read into memory at start; only files of the manifest are served. */
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/values.ts";
import { isLoopback } from "../platform/http/ip_address.ts";
import {
  type BuiltFile,
  clientFiles,
  type Drawn,
  drawnSchema,
  type Manifest,
  MANIFEST_FILE,
  manifestSchema,
} from "./manifest.ts";

const YEAR_S = 31_536_000;
const ALIAS_S = 300;

interface Stored {
  readonly row: BuiltFile;
  readonly bodies: Readonly<Record<"identity" | "br" | "gz", Uint8Array<ArrayBuffer> | undefined>>;
  readonly etag: string;
}

export interface Assets {
  readonly manifest: Manifest;
  /** Template of the shell, with placeholders for styles, site and scripts. */
  readonly shell: string;
  /** The screens that the server renders, in this language; undefined for a build without it. */
  drawn(language: string): Drawn | undefined;
  /** The file at this address of the app origin, or undefined. */
  app(request: Request): Response | undefined;
  /** The file at this address of the frame origin, or undefined. */
  cardFrame(request: Request): Response | undefined;
}

/**
 * Throws a readable error when there is no build, one for another base path, whose asset addresses would be wrong, or
 * one for other hosts, whose checkout would refuse every session.
 */
export async function loadAssets(
  { distDir, base, publicOrigin, frameOrigin }: Pick<Config, "distDir" | "base" | "publicOrigin" | "frameOrigin">,
): Promise<Assets> {
  const manifest = await readManifest(distDir);
  if (manifest.base !== base) {
    throw new ConfigError(
      `The build in ${distDir} is for BASE_PATH=${manifest.base}: set it, or run BASE_PATH=${base} deno task build`,
    );
  }
  const unknown = [publicOrigin, frameOrigin].map((origin) => new URL(origin))
    .filter(({ host, hostname }) => !isLoopback(hostname) && !manifest.providerHosts.includes(host));
  if (unknown.length > 0) {
    throw new ConfigError(
      `The build in ${distDir} is not for ${unknown.map(({ host }) => host).join(" and ")}, and its checkout would ` +
        `refuse every session: run PUBLIC_ORIGIN=${publicOrigin} FRAME_ORIGIN=${frameOrigin} deno task build, or with ` +
        "both the task image or compile",
    );
  }
  const drawn = await loadDrawn(distDir, manifest);
  const app = await loadFiles(distDir, manifest.app);
  const cardFrame = await loadFiles(distDir, manifest.cardFrame);
  return {
    manifest,
    shell: await Deno.readTextFile(`${distDir}/index.html`),
    drawn: (language) => drawn.get(clientFiles(manifest, language).drawnFile ?? ""),
    app: (request) => answer(app, request),
    cardFrame: (request) => answer(cardFrame, request),
  };
}

async function readManifest(distDir: string): Promise<Manifest> {
  try {
    return manifestSchema.parse(JSON.parse(await Deno.readTextFile(`${distDir}/${MANIFEST_FILE}`)));
  } catch (cause) {
    throw new Error(`Cannot read the build in ${distDir}: run deno task build`, { cause });
  }
}

/** By file. */
async function loadDrawn(distDir: string, { client }: Manifest): Promise<ReadonlyMap<string, Drawn>> {
  const files = Object.values(client).flatMap(({ drawnFile }) => drawnFile ?? []);
  return new Map(
    await Promise.all(files.map(async (file) => {
      const text = await Deno.readTextFile(`${distDir}/${file}`);
      return [file, drawnSchema.parse(JSON.parse(text))] as const;
    })),
  );
}

async function loadFiles(distDir: string, rows: Manifest["app"]): Promise<ReadonlyMap<string, Stored>> {
  const stored = await Promise.all(
    Object.entries(rows).map(async ([address, row]): Promise<[string, Stored]> => {
      const path = `${distDir}/${row.file}`;
      const compressed = (suffix: "br" | "gz") =>
        row.encodings.includes(suffix) ? Deno.readFile(`${path}.${suffix}`) : undefined;
      const bodies = { identity: await Deno.readFile(path), br: await compressed("br"), gz: await compressed("gz") };
      return [address, { row, bodies, etag: `"${row.sha384.slice(0, 24)}"` }];
    }),
  );
  return new Map(stored);
}

function answer(files: ReadonlyMap<string, Stored>, request: Request): Response | undefined {
  const file = files.get(new URL(request.url).pathname);
  if (file === undefined) return undefined;
  const headers = assetHeaders(file);
  if (request.headers.get("if-none-match") === file.etag) return new Response(null, { status: 304, headers });
  const encoding = chooseEncoding(file, request.headers.get("accept-encoding") ?? "");
  if (encoding !== "identity") headers.set("content-encoding", encoding === "gz" ? "gzip" : encoding);
  const body = file.bodies[encoding] ?? null;
  return new Response(request.method === "HEAD" ? null : body, { headers });
}

function assetHeaders({ row, etag }: Stored): Headers {
  const cache = row.immutable ? `public, max-age=${YEAR_S}, immutable` : `public, max-age=${ALIAS_S}, must-revalidate`;
  return new Headers({
    "content-type": row.type,
    "cache-control": cache,
    etag,
    vary: "accept-encoding",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "timing-allow-origin": "*",
    "x-content-type-options": "nosniff",
  });
}

function chooseEncoding({ bodies }: Stored, accepted: string): "identity" | "br" | "gz" {
  if (bodies.br !== undefined && /\bbr\b/.test(accepted)) return "br";
  if (bodies.gz !== undefined && /\bgzip\b/.test(accepted)) return "gz";
  return "identity";
}
