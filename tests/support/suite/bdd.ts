/**
 * `describe`, `it` and the hooks of tests: those of `node:test`, with two exceptions. An error in `afterEach`, which
 * Deno drops, fails the file. A case that waits for what never comes fails, and the cases after it still run.
 */
import { afterEach as afterEachTest, it as itTest } from "node:test";

export { after, before, beforeEach, describe } from "node:test";

/** Tests of the SDK are checked without the types of Deno. */
interface Runner {
  readonly Deno: {
    readonly test: { readonly afterAll: (hook: () => void) => void };
    readonly env: { readonly get: (name: string) => string | undefined };
  };
}

const { test, env } = (globalThis as unknown as Runner).Deno;
/** No case of the suite takes a minute on an idle machine; the long forms may take hours. */
const PATIENCE = env.get("TEST_LONG") === "1" ? {} : { timeout: 300_000 };

type Body = () => unknown;

/** `it.only` runs one case while its author works on it. */
export const it = Object.assign(
  (title: string, body: Body) => void itTest(title, PATIENCE, async () => void await body()),
  {
    only: (title: string, body: Body) => void itTest.only(title, PATIENCE, async () => void await body()),
    skip: (title: string) => void itTest.skip(title),
  },
);

const errors: unknown[] = [];
test.afterAll(() => {
  if (errors.length > 0) throw errors[0];
});

export function afterEach(hook: () => unknown): void {
  afterEachTest(async () => {
    try {
      await hook();
    } catch (error) {
      errors.push(error);
    }
  });
}
