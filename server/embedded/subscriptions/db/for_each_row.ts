/** Runs work for many rows so that one row that fails cannot hold up the others; an edge, so it logs and goes on. */
import type { Log } from "../../../platform/log.ts";

interface Work<Row> {
  readonly name: string;
  readonly rows: readonly Row[];
  /** True when it counts. */
  readonly work: (row: Row) => Promise<boolean>;
}

/** One after the other; answers how many counted. */
export async function forEachRow<Row>(log: Log, { name, rows, work }: Work<Row>): Promise<number> {
  let counted = 0;
  for (const row of rows) {
    try {
      if (await work(row)) counted += 1;
    } catch (error) {
      log.error("jobs.row", { name, error });
    }
  }
  return counted;
}

/** Several at a time, in the order of the rows; answers how many counted. */
export async function forEachRowAtOnce<Row>(
  log: Log,
  { name, rows, work }: Work<Row>,
  atOnce: number,
): Promise<number> {
  const queue = rows.values();
  const runners = Array.from({ length: atOnce }, async () => {
    let counted = 0;
    for (const row of queue) counted += await forEachRow(log, { name, rows: [row], work });
    return counted;
  });
  return (await Promise.all(runners)).reduce((sum, counted) => sum + counted, 0);
}
