/** Values that no build may contain: a server setting named in a build would be in a file for browsers. */

const ROOT = new URL("../../..", import.meta.url).pathname.replace(/\/$/, "");
/** What a build is made for, and therefore contains. */
const PUBLIC = ["BASE_PATH", "DOCS_ORIGIN", "FRAME_ORIGIN", "PROVIDER_HOSTS", "PUBLIC_ORIGIN"];
/** Switches that the runtime itself reads: it complains about a value that is neither true nor false. */
const OF_THE_RUNTIME = ["OTEL_SDK_DISABLED", "OTEL_DENO"];
/** As the server's settings name them: `env.SMTP_URL`, `"SENTRY_DSN"`. */
const SETTING = /\benv\.([A-Z][A-Z0-9_]+)|"([A-Z][A-Z0-9]*_[A-Z0-9_]+)"/g;
export const CANARY = "secret-canary";

/** A value for every setting of the server but those that a build is made for. */
export async function canaries(): Promise<Readonly<Record<string, string>>> {
  const names = new Set<string>();
  for await (const { name } of Deno.readDir(`${ROOT}/server/config`)) {
    if (name.endsWith("_test.ts")) continue;
    const source = await Deno.readTextFile(`${ROOT}/server/config/${name}`);
    for (const [, read, quoted] of source.matchAll(SETTING)) names.add(read ?? quoted ?? "");
  }
  const secret = [...names].filter((name) => ![...PUBLIC, ...OF_THE_RUNTIME].includes(name));
  return Object.fromEntries(secret.toSorted().map((name) => [name, `${CANARY}-${name}`]));
}

/** Calls `act` while this process has the canaries as its settings; for a process that runs nothing else. */
export async function withCanaries<T>(act: () => Promise<T>): Promise<T> {
  const own = Deno.env.toObject();
  const added = Object.entries(await canaries()).filter(([name]) => !(name in own));
  for (const [name, value] of added) Deno.env.set(name, value);
  try {
    return await act();
  } finally {
    for (const [name] of added) Deno.env.delete(name);
  }
}
