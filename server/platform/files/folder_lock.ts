/** One server per data folder where the database is a file in it; the lock is the system's and dies with the process. */

const FILE = "server.lock";
/** A predecessor that was just killed may still be on its way out. */
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
