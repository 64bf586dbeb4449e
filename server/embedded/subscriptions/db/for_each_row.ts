/** Runs work for many rows so that a failing row does not block the others. It logs failures and continues. */
import type { Log } from "../../../platform/log.ts";
import type { Count } from "../../../platform/telemetry/counters.ts";

/**
 * Where failures are logged and counted and, in a job, the signal that ends it: once the server stops, no further row
 * begins.
 */
interface Run {
  readonly log: Log;
  readonly count: Count;
  readonly stopping?: AbortSignal | undefined;
}

interface Work<Row> {
  /** Named in log and metrics. */
  readonly job: string;
  readonly rows: readonly Row[];
  /** By which the console finds a row that failed. */
  readonly idOf: (row: Row) => string;
  /** Resolves to true when the row counts as done. */
  readonly work: (row: Row) => Promise<boolean>;
}

/** One after the other. Returns how many rows counted as done. */
export async function forEachRow<Row>(run: Run, { job, rows, idOf, work }: Work<Row>): Promise<number> {
  let counted = 0;
  for (const row of rows) {
    if (run.stopping?.aborted === true) break;
    try {
      if (await work(row)) counted += 1;
    } catch (error) {
      rowFailed(run, { job, row: idOf(row) }, error);
    }
  }
  return counted;
}

/** The job itself counts as succeeded. */
export function rowFailed(
  { log, count }: Pick<Run, "log" | "count">,
  { job, row }: { readonly job: string; readonly row: string },
  error: unknown,
): void {
  count("rows", { job_name: job });
  log.error("job.row-failed", { job, row, error });
}

/** How many rows one run tries at most; the next run continues. */
const MOST_TRIED = 10_000;

interface DueWork<Row> {
  readonly job: string;
  /** The next rows that are due, without those that this run has tried. */
  readonly read: (tried: readonly string[]) => Promise<readonly Row[]>;
  readonly work: (row: Row) => Promise<boolean>;
}

/**
 * Batch after batch, until this run has tried all that is due. A row whose work fails stays due for the next run and
 * delays no other. Returns how many rows counted as done.
 */
export async function forEachDueRow<Row extends { readonly id: string }>(
  run: Run,
  { job, read, work }: DueWork<Row>,
): Promise<number> {
  const tried: string[] = [];
  let counted = 0;
  while (tried.length < MOST_TRIED && run.stopping?.aborted !== true) {
    const rows = await read(tried);
    if (rows.length === 0) break;
    counted += await forEachRow(run, { job, rows, idOf: ({ id }) => id, work });
    tried.push(...rows.map(({ id }) => id));
  }
  return counted;
}

/** Several at a time, in the order of the rows. Returns how many rows counted as done. */
export async function forEachRowAtOnce<Row>(
  run: Run,
  { job, rows, idOf, work }: Work<Row>,
  atOnce: number,
): Promise<number> {
  const queue = rows.values();
  const runners = Array.from({ length: atOnce }, async () => {
    let counted = 0;
    for (const row of queue) counted += await forEachRow(run, { job, rows: [row], idOf, work });
    return counted;
  });
  return (await Promise.all(runners)).reduce((sum, counted) => sum + counted, 0);
}
