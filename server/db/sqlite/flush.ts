/** Brings committed pages of a write-ahead log to the disk, off the thread that answers. */

/** Ends when everything committed before the call is on the disk. */
export type Flush = () => Promise<void>;

export interface Log {
  readonly flush: Flush;
  close(): void;
}

type LogFile = Pick<Deno.FsFile, "syncData" | "close">;

export interface FlushPorts {
  readonly open: (path: string) => Promise<LogFile>;
  /** What is committed may not be on the disk: the server must not go on as if it were. */
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

/** `path` is the database's own; `:memory:` has nothing to flush. */
export function walFlush(path: string, { open, lost }: FlushPorts = DEFAULT_PORTS): Log {
  if (path === ":memory:") return { flush: () => Promise.resolve(), close() {} };
  let log: LogFile | undefined;
  const flush = shareFlushes(async () => {
    try {
      // SQLite makes the log with the first write and keeps this very file as long as the database is open.
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
 * One flush at a time. A commit that comes while one runs shares the next, since the running one may have begun before
 * their commit. After a failure the system may forget which pages it could not write, so no later flush is believed.
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
