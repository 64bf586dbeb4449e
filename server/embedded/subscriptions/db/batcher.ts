/** Group writing: what comes while one write is under way goes into the next one, all of it in one transaction. */

/** Writes some items at once and answers for each of them, in their order. */
type Write<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly done: PromiseWithResolvers<Result>;
}

/** At most this many in one transaction. */
const MAX_ITEMS = 32;

/** A write of several that fails is done again one by one, so that one bad row holds no other up. */
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
    // Those that come in the same turn of the loop go together.
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
