/** Flushes committed pages of a write-ahead log to the disk, off the main thread. */

/** Resolves when everything committed before the call is on the disk. */
export type Flush = () => Promise<void>;

export interface Log {
  readonly flush: Flush;
  close(): void;
}

type LogFile = Pick<Deno.FsFile, "syncData" | "close">;

export interface FlushPorts {
  readonly open: (path: string) => Promise<LogFile>;
  /** A commit may not be on the disk: the server must not continue as if it were. */
  readonly lost: (error: unknown) => void;
}

export const DEFAULT_PORTS: FlushPorts = {
  open: (path) => Deno.open(path, { read: true, write: true }),
  lost(error) {
    console.error(
      `The disk did not confirm what was written to the database (${
        error instanceof Error ? error.message : error
      }). ` +
        "The server ends, so that it never tells of a write that is lost. Check the disk of DATA_DIR, then start again",
    );
    Deno.exit(1);
  },
};

/** `path` is the database file; `:memory:` has nothing to flush. */
export function walFlush(path: string, { open, lost }: FlushPorts = DEFAULT_PORTS): Log {
  if (path === ":memory:") return { flush: () => Promise.resolve(), close() {} };
  let log: LogFile | undefined;
  const flush = shareFlushes(async () => {
    try {
      // SQLite creates the log with the first write and keeps the same file while the database is open.
      log ??= await open(`${path}-wal`);
      await log.syncData();
    } catch (error) {
      lost(error);
      throw error;
    }
  });
  return { flush, close: () => log?.close() };
}

/**
 * Runs one flush at a time. A commit during a flush waits for the next one, since the running flush may have started
 * before it. After a failure every flush fails, as the operating system may have dropped the pages it could not write.
 */
export function shareFlushes(flushOnce: Flush): Flush {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    if (next !== undefined) return next;
    const flushing = last.then(() => {
      next = undefined;
      last = flushing;
      return flushOnce();
    });
    next = flushing;
    return flushing;
  };
}
