/**
 * A file that reserves disk space in the data folder: SQLite needs free space to open a database, even to read it. The
 * file is deleted before the databases are opened and created again afterwards, as large as the disk allows.
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

/** A disk with less free space gives what it has. */
export async function reserveDisk(folder: string): Promise<void> {
  try {
    using file = await Deno.open(`${folder}/${FILE}`, { create: true, append: true });
    const laid = Math.floor((await file.stat()).size / BLOCK.length);
    for (let block = laid; block < BLOCKS; block++) await file.write(BLOCK);
  } catch {
    // The disk is full, which /readyz reports.
  }
}
