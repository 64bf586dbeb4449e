/**
 * Allows one server per data folder when the database is a file; the operating system releases the lock when the
 * process ends.
 */

const FILE = "server.lock";
/** How long to wait for a process that was just killed to exit. */
const TRIES = 10;
const PAUSE_MS = 50;

export class FolderInUse extends Error {
  override readonly name = "FolderInUse";
}

export interface FolderLock {
  release(): void;
}

/** Throws {@link FolderInUse} while another server holds it. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const file = await Deno.open(`${folder}/${FILE}`, { create: true, write: true });
  for (let tries = 1; !file.tryLockSync(true); tries++) {
    if (tries === TRIES) {
      file.close();
      throw new FolderInUse(folder);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return { release: () => file.close() };
}
