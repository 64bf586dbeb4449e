/** Brings committed pages of a write-ahead log to the disk, off the thread that answers. */

/** Ends when everything committed before the call is on the disk. */
export type Flush = () => Promise<void>;

export interface Log {
  readonly flush: Flush;
  close(): void;
}

/** `path` is the database's own; `:memory:` has nothing to flush. */
export function walFlush(path: string): Log {
  if (path === ":memory:") return { flush: () => Promise.resolve(), close() {} };
  let log: Deno.FsFile | undefined;
  const flush = shareFlushes(async () => {
    // SQLite makes the log with the first write and keeps this very file as long as the database is open.
    log ??= await Deno.open(`${path}-wal`, { read: true, write: true });
    await log.syncData();
  });
  return { flush, close: () => log?.close() };
}

/**
 * One flush at a time. Whoever comes while one runs shares the next, since the running one may have begun before
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
