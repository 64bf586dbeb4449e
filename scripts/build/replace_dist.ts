/**
 * Puts a new build in the place of the old one. Hashed files that only the old one has stay a day longer, so that a page
 * which was open before the deployment still finds what it loads later (SECURITY R27).
 */
import { type BuiltFile, type Manifest, MANIFEST_FILE, manifestSchema } from "../../server/pages/manifest.ts";

export const KEEP_OLD_MS = 86_400_000;

export interface Replacing {
  readonly dist: string;
  /** Folder of the new build, which becomes `dist`. */
  readonly draft: string;
  readonly manifest: Manifest;
  /** How long what the new build no longer has is kept; 0 keeps nothing. */
  readonly keepMs: number;
  readonly nowMs: number;
}

type Rows = Manifest["app"];

export async function replaceDist({ dist, draft, manifest, keepMs, nowMs }: Replacing): Promise<void> {
  const old = keepMs === 0 ? undefined : await readBuilt(dist);
  const keep = async (fresh: Rows, before: Rows = {}): Promise<Rows> => {
    const kept = Object.entries(before).flatMap(([address, row]): [string, BuiltFile][] => {
      const untilMs = row.untilMs ?? nowMs + keepMs;
      return address in fresh || !row.immutable || untilMs <= nowMs ? [] : [[address, { ...row, untilMs }]];
    });
    for (const [, row] of kept) await copy(row, { dist, draft });
    return { ...fresh, ...Object.fromEntries(kept) };
  };
  const whole: Manifest = {
    ...manifest,
    app: await keep(manifest.app, old?.app),
    cardFrame: await keep(manifest.cardFrame, old?.cardFrame),
  };
  await Deno.writeTextFile(`${draft}/${MANIFEST_FILE}`, JSON.stringify(whole, null, 1));
  await removeFolder(dist);
  await Deno.rename(draft, dist);
}

/** The build that stands there; undefined where there is none, or one of another shape. */
export async function readBuilt(dist: string): Promise<Manifest | undefined> {
  try {
    return manifestSchema.parse(JSON.parse(await Deno.readTextFile(`${dist}/${MANIFEST_FILE}`)));
  } catch {
    return undefined;
  }
}

async function copy({ file, encodings }: BuiltFile, { dist, draft }: Pick<Replacing, "dist" | "draft">): Promise<void> {
  await Deno.mkdir(`${draft}/${file.slice(0, file.lastIndexOf("/"))}`, { recursive: true });
  for (const suffix of ["", ...encodings.map((encoding) => `.${encoding}`)]) {
    await Deno.copyFile(`${dist}/${file}${suffix}`, `${draft}/${file}${suffix}`);
  }
}

export async function removeFolder(path: string): Promise<void> {
  try {
    await Deno.remove(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
