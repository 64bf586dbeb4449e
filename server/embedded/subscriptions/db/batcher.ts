/** Groups writes: items that arrive during a write go into the next one, in one transaction. */

/** Writes several items and returns a result for each, in order. */
type Write<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly done: PromiseWithResolvers<Result>;
}

/** The most items in one transaction. */
const MAX_ITEMS = 32;

/**
 * Returns a function that queues an item for the next batch. If a batch fails, its items are written one by one, so
 * that one bad row does not block the others.
 */
export function createBatcher<Item, Result>(write: Write<Item, Result>): (item: Item) => Promise<Result> {
  let queue: Waiting<Item, Result>[] = [];
  let isWriting = false;
  const run = async () => {
    isWriting = true;
    while (queue.length > 0) {
      const batch = queue.slice(0, MAX_ITEMS);
      queue = queue.slice(MAX_ITEMS);
      await writeAll(write, batch);
    }
    isWriting = false;
  };
  return (item) => {
    const done = Promise.withResolvers<Result>();
    queue.push({ item, done });
    // Items queued in the same turn of the event loop form one batch.
    if (!isWriting) queueMicrotask(() => isWriting ? undefined : void run());
    return done.promise;
  };
}

async function writeAll<Item, Result>(
  write: Write<Item, Result>,
  batch: readonly Waiting<Item, Result>[],
): Promise<void> {
  try {
    const results = await write(batch.map(({ item }) => item));
    batch.forEach(({ done }, at) => {
      const result = results[at];
      if (at < results.length) done.resolve(result as Result);
      else done.reject(new RangeError("A write answered for too few"));
    });
  } catch (error) {
    if (batch.length === 1) batch[0]?.done.reject(error);
    else for (const one of batch) await writeAll(write, [one]);
  }
}
