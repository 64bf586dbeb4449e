/**
 * Evaluates the part of Prometheus's query language that our rules and our dashboard use, over two scrapes of a server.
 * Anything else throws: an expression that this cannot evaluate needs a test of its own.
 */

export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** One answer of /metrics; undefined when the server did not answer. */
export interface Scrape {
  readonly atMs: number;
  readonly series: ReadonlyMap<string, readonly Sample[]>;
}

/** `up` is what Prometheus itself adds. */
export function parseScrape(text: string | undefined, atMs: number): Scrape {
  const series = new Map<string, Sample[]>([["up", [{
    labels: { job: "trustcheck" },
    value: text === undefined ? 0 : 1,
  }]]]);
  for (const line of text?.split("\n") ?? []) {
    const [, name, labels = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) continue;
    series.set(name, [...series.get(name) ?? [], { labels: renamed(parseLabels(labels)), value: Number(value) }]);
  }
  return { atMs, series };
}

const parseLabels = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value]));

/** Prometheus names the server by `job` and `instance`, and renames labels that the server called so. */
function renamed(labels: Sample["labels"]): Sample["labels"] {
  const entries = Object.entries(labels).map((
    [key, value],
  ) => [/^(job|instance)$/.test(key) ? `exported_${key}` : key, value]);
  return Object.fromEntries(entries);
}

interface Seen {
  readonly earlier: Scrape;
  readonly now: Scrape;
}

/** The samples that the expression selects at the time of `now`. */
export function evaluate(expression: string, seen: Seen): readonly Sample[] {
  const text = expression.trim();
  const both = /^(.+?) and (.+)$/.exec(text);
  if (both !== null) return alike(evaluate(both[1] ?? "", seen), evaluate(both[2] ?? "", seen));
  const compared = /^(.+) (==|>=|>|<) ([\d.]+)$/.exec(text);
  if (compared !== null) {
    const [, inner = "", operator, limit] = compared;
    const than = Number(limit);
    return evaluate(inner, seen).filter(({ value }) =>
      operator === ">"
        ? value > than
        : operator === ">="
        ? value >= than
        : operator === "<"
        ? value < than
        : value === than
    );
  }
  const against = /^(.+) (>=?) (.+)$/.exec(text);
  if (against !== null) {
    const [, inner = "", operator, other = ""] = against;
    const limits = new Map(evaluate(other, seen).map(({ labels, value }) => [nameOf(labels), value]));
    return evaluate(inner, seen).filter(({ labels, value }) => {
      const limit = limits.get(nameOf(labels)) ?? Number.POSITIVE_INFINITY;
      return operator === ">" ? value > limit : value >= limit;
    });
  }
  const aggregated = /^(sum|max|min)(?: by \(([\w, ]+)\))? ?\((.+)\)$/.exec(text);
  if (aggregated !== null) {
    const [, name = "", by = "", inner = ""] = aggregated;
    return aggregate(name, by.split(", ").filter((label) => label !== ""), evaluate(inner, seen));
  }
  const quantile = /^histogram_quantile\(([\d.]+), (.+)\)$/.exec(text);
  if (quantile !== null) return quantiles(Number(quantile[1]), evaluate(quantile[2] ?? "", seen));
  const growing = /^(rate|increase)\((\w+(?:\{[^}]*\})?)\[\d+[smh]\]\)$/.exec(text);
  if (growing !== null) return growth(growing[1] === "rate", growing[2] ?? "", seen);
  return select(text, seen.now);
}

/** Samples of the first list that have one with the same labels in the second. */
function alike(samples: readonly Sample[], others: readonly Sample[]): readonly Sample[] {
  const names = new Set(others.map(({ labels }) => nameOf(labels)));
  return samples.filter(({ labels }) => names.has(nameOf(labels)));
}

function select(text: string, { series }: Scrape): readonly Sample[] {
  const [, name, matchers = ""] = /^(\w+)(?:\{((?:\w+=~?"[^"]*",? ?)*)\})?$/.exec(text) ?? [];
  if (name === undefined) throw new Error(`The test cannot evaluate ${text}`);
  const wanted = [...matchers.matchAll(/(\w+)=(~?)"([^"]*)"/g)].map(([, key = "", isPattern, value = ""]) => ({
    key,
    // Prometheus matches the whole value, and so do these lists of words.
    values: isPattern === "~" ? value.split("|") : [value],
  }));
  return (series.get(name) ?? []).filter(({ labels }) =>
    wanted.every(({ key, values }) => values.includes(labels[key] ?? ""))
  );
}

/** Prometheus sees no growth in a series whose first sample already has the higher value. */
function growth(isRate: boolean, selector: string, { earlier, now }: Seen): readonly Sample[] {
  const before = new Map(select(selector, earlier).map(({ labels, value }) => [nameOf(labels), value]));
  const seconds = isRate ? Math.max(0.001, (now.atMs - earlier.atMs) / 1_000) : 1;
  return select(selector, now).flatMap(({ labels, value }) => {
    const old = before.get(nameOf(labels));
    return old === undefined ? [] : [{ labels, value: (value - old) / seconds }];
  });
}

const nameOf = (labels: Sample["labels"]) => JSON.stringify(Object.entries(labels).toSorted());

function aggregate(name: string, by: readonly string[], samples: readonly Sample[]): readonly Sample[] {
  const grouped = Map.groupBy(
    samples,
    ({ labels }) => JSON.stringify(by.flatMap((key) => labels[key] === undefined ? [] : [[key, labels[key]]])),
  );
  return [...grouped].map(([labels, group]) => {
    const values = group.map(({ value }) => value);
    const value = name === "sum"
      ? values.reduce((sum, each) => sum + each, 0)
      : name === "max"
      ? Math.max(...values)
      : Math.min(...values);
    return { labels: Object.fromEntries(JSON.parse(labels)), value };
  });
}

/** Linear within the bucket that the quantile falls into, as Prometheus has it; not a number without observations. */
function quantiles(quantile: number, buckets: readonly Sample[]): readonly Sample[] {
  const grouped = Map.groupBy(buckets, ({ labels: { le: _, ...others } }) => nameOf(others));
  return [...grouped].map(([labels, group]) => {
    const sorted = group.map(({ labels: { le }, value }) => ({ to: le === "+Inf" ? Infinity : Number(le), value }))
      .toSorted((a, b) => a.to - b.to);
    const rank = quantile * (sorted.at(-1)?.value ?? 0);
    const at = sorted.findIndex(({ value }) => value >= rank);
    const [below, bucket] = [sorted[at - 1] ?? { to: 0, value: 0 }, sorted[at]];
    const share = bucket === undefined ? Number.NaN : (rank - below.value) / (bucket.value - below.value);
    const value = bucket?.to === Infinity ? below.to : below.to + ((bucket?.to ?? 0) - below.to) * share;
    return { labels: Object.fromEntries(JSON.parse(labels)), value };
  });
}
