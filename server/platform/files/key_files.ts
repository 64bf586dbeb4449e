/**
 * Key files in KEYS_DIR: readable by the owner only, created at first start, never in the database or the repository.
 */

const OWNER_ONLY_DIR = 0o700;
const OWNER_ONLY_FILE = 0o600;

/** Reads the file, or creates it with `create`; two processes that start at once get the same content. */
export async function readOrCreateKeyFile(dir: string, name: string, create: () => Promise<string>): Promise<string> {
  await Deno.mkdir(dir, { recursive: true, mode: OWNER_ONLY_DIR });
  const path = `${dir}/${name}`;
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const text = await create();
  const draft = `${path}.${crypto.randomUUID()}`;
  await Deno.writeTextFile(draft, text, { mode: OWNER_ONLY_FILE });
  try {
    await Deno.link(draft, path);
    return text;
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    return await Deno.readTextFile(path);
  } finally {
    await Deno.remove(draft);
  }
}

/** Replaces the content atomically: a concurrent reader gets the old or the new text. */
export async function replaceKeyFile(dir: string, name: string, text: string): Promise<void> {
  const draft = `${dir}/${name}.${crypto.randomUUID()}`;
  await Deno.writeTextFile(draft, text, { mode: OWNER_ONLY_FILE });
  await Deno.rename(draft, `${dir}/${name}`);
}
