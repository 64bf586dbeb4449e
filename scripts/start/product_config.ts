/**
 * Writes `deno.product.json` and `deno.product.lock`: deno.json and deno.lock without what only tests and tools use.
 * `deno task start` and the image install only these packages. Imports nothing, because it runs before any install.
 */
const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

/**
 * Packages that neither the server, the client, the SDK, the frame nor their build imports. `@types/*` belongs to them.
 */
export const DEVELOPMENT: ReadonlySet<string> = new Set([
  "@arethetypeswrong/core",
  "@cyclonedx/cyclonedx-library",
  "@microsoft/api-extractor",
  "@payrails/web-sdk",
  "@sinonjs/fake-timers",
  "ajv",
  "ajv-formats",
  "axe-core",
  "credit-card-type",
  "fast-check",
  "happy-dom",
  "jsdom",
  "kubernetes-models",
  "lighthouse",
  "publint",
  "puppeteer",
  "recheck",
  "svelte",
  "typescript",
  "vitest",
  "vue",
  "yaml",
]);

/** What this module needs of deno.json. */
interface DenoConfig {
  readonly imports: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}

/** What this module needs of deno.lock, version 5. Keys of `npm` are `name@version` with the peers behind `_`. */
interface DenoLock {
  readonly specifiers: Readonly<Record<string, string>>;
  readonly npm: Readonly<Record<string, LockedPackage>>;
  readonly workspace: { readonly dependencies: readonly string[]; readonly packageJson?: unknown };
  readonly [key: string]: unknown;
}
interface LockedPackage {
  readonly dependencies?: readonly string[];
  readonly optionalDependencies?: readonly string[];
  readonly [key: string]: unknown;
}

/** Name of the package in `npm:name@1.2.3/path`, `npm:/name@1.2.3/` or `name@1.2.3`. */
export function packageName(specifier: string): string {
  const text = specifier.replace(/^npm:\/?/, "");
  const at = text.indexOf("@", 1);
  return at === -1 ? text : text.slice(0, at);
}

const isDevelopment = (specifier: string): boolean => {
  const name = packageName(specifier);
  return specifier.startsWith("npm:") && (DEVELOPMENT.has(name) || name.startsWith("@types/"));
};

/** deno.json for the product: no development packages, no tasks, its own lock file; a run installs what is missing. */
export function productConfig(config: DenoConfig): DenoConfig {
  const { tasks: _tasks, lint: _lint, ...rest } = config;
  const imports = Object.fromEntries(Object.entries(config.imports).filter(([, target]) => !isDevelopment(target)));
  return { ...rest, imports, nodeModulesDir: "auto", lock: { path: "./deno.product.lock", frozen: true } };
}

/**
 * deno.lock with the packages that the product's specifiers reach; versions and integrity are unchanged.
 *
 * @throws Error when a dependency is not in the lock file
 */
export function productLock(lock: DenoLock): DenoLock {
  const specifiers = Object.entries(lock.specifiers).filter(([specifier]) => !isDevelopment(specifier));
  const reached = new Set<string>();
  const visit = (key: string) => {
    if (reached.has(key)) return;
    reached.add(key);
    const { dependencies = [], optionalDependencies = [] } = lock.npm[key] ?? {};
    [...dependencies, ...optionalDependencies].forEach((each) => visit(lockKey(lock, each)));
  };
  specifiers.forEach(([specifier, version]) => visit(lockKey(lock, `${packageName(specifier)}@${version}`)));
  return {
    ...lock,
    specifiers: Object.fromEntries(specifiers),
    npm: Object.fromEntries(Object.entries(lock.npm).filter(([key]) => reached.has(key))),
    workspace: { dependencies: lock.workspace.dependencies.filter((each) => !isDevelopment(each)) },
  };
}

/** The lock file lists a dependency by its key, by its bare name when there is only one version, or renamed. */
function lockKey(lock: DenoLock, dependency: string): string {
  const target = dependency.replace(/^@?[^@]+@npm:/, "");
  if (target in lock.npm) return target;
  const [only, ...others] = Object.keys(lock.npm).filter((key) => packageName(key) === target);
  if (only === undefined || others.length > 0) {
    throw new Error(`deno.lock names ${dependency}, which it does not hold.`);
  }
  return only;
}

if (import.meta.main) {
  const read = (name: string) => JSON.parse(Deno.readTextFileSync(`${ROOT}/${name}`));
  const write = (name: string, content: object) =>
    Deno.writeTextFileSync(`${ROOT}/${name}`, JSON.stringify(content, null, 2));
  write("deno.product.json", productConfig(read("deno.json")));
  write("deno.product.lock", productLock(read("deno.lock")));
}
