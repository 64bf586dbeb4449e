/** Parts of the app that load later; one that has not loaded after 120 s is a load error (W-LIMIT-01, W-LIMIT-06). */
export const CHUNK_LOAD_TIMEOUT_MS = 120_000;

/** A part of the app failed to load; a reload gets the current version. */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
}

/** Resolves with the chunk; rejects with ChunkLoadError when it fails or exceeds the limit. */
export async function loadChunk<T>(load: () => Promise<T>, timeoutMs = CHUNK_LOAD_TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, timeoutMs, new Error("late"));
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    throw new ChunkLoadError("A part of the app did not load", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
