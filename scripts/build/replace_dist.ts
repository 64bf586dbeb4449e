/**
 * Replaces the old build with the new one. Hashed files of the old build stay for another day, so that a page which was
 * open before the deployment still finds its lazy parts (SECURITY R27).
 */
import { type BuiltFile, type Manifest, MANIFEST_FILE, manifestSchema } from "../../server/pages/manifest.ts";

export const KEEP_OLD_MS = 86_400_000;

export interface ReplaceOptions {
  readonly dist: string;
  /** Folder of the new build, which becomes `dist`. */
  readonly draft: string;
  readonly manifest: Manifest;
  /** How long files missing in the new build are kept, in milliseconds; 0 keeps none. */
  readonly keepMs: number;
  readonly nowMs: number;
}

type Rows = Manifest["app"];

export async function replaceDist({ dist, draft, manifest, keepMs, nowMs }: ReplaceOptions): Promise<void> {
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

/** The existing build; undefined when there is none, or when it has another format. */
export async function readBuilt(dist: string): Promise<Manifest | undefined> {
  try {
    return manifestSchema.parse(JSON.parse(await Deno.readTextFile(`${dist}/${MANIFEST_FILE}`)));
  } catch {
    return undefined;
  }
}

async function copy(
  { file, encodings }: BuiltFile,
  { dist, draft }: Pick<ReplaceOptions, "dist" | "draft">,
): Promise<void> {
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
