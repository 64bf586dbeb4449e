/** Groups statements: items that arrive during one go into the next, in one transaction. */

/** Writes or reads several items and returns a result for each, in order. */
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
  const queue: Waiting<Item, Result>[] = [];
  let turn: Promise<void> = Promise.resolve();
  const next = async () => {
    while (queue.length > 0) await writeAll(write, queue.splice(0, MAX_ITEMS));
  };
  return (item) => {
    const done = Promise.withResolvers<Result>();
    if (queue.push({ item, done }) === 1) turn = turn.then(next);
    return done.promise;
  };
}

async function writeAll<Item, Result>(write: Write<Item, Result>, batch: readonly Waiting<Item, Result>[]) {
  try {
    const results = await write(batch.map(({ item }) => item));
    batch.forEach(({ done }, at) => {
      if (at < results.length) done.resolve(results[at] as Result);
      else done.reject(new RangeError("A write answered for too few"));
    });
  } catch (error) {
    if (batch.length === 1) batch[0]?.done.reject(error);
    else for (const one of batch) await writeAll(write, [one]);
  }
}
