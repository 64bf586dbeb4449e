/**
 * Room that the server keeps for itself on the disk of its data folder: SQLite needs some to open a database, even to
 * read it. It is given free before the databases are opened and taken again afterwards, as much as there is.
 */

const FILE = "ballast";
const BLOCK = new Uint8Array(32 * 1024).fill(0x42);
const BLOCKS = 16;

export async function releaseDiskReserve(folder: string): Promise<void> {
  try {
    await Deno.remove(`${folder}/${FILE}`);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** A disk that has less room gives what it has. */
export async function reserveDisk(folder: string): Promise<void> {
  try {
    using file = await Deno.open(`${folder}/${FILE}`, { create: true, append: true });
    const laid = Math.floor((await file.stat()).size / BLOCK.length);
    for (let block = laid; block < BLOCKS; block++) await file.write(BLOCK);
  } catch {
    // The disk is full, which /readyz tells.
  }
}
