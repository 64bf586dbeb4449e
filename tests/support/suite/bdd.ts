/**
 * `describe`, `it` and the hooks of tests: those of `node:test`, except that an error in `afterEach` fails the file.
 * Deno drops it.
 */
import { afterEach as afterEachTest } from "node:test";

export { after, before, beforeEach, describe, it } from "node:test";

/** Tests of the SDK are checked without the types of Deno. */
interface Runner {
  readonly Deno: { readonly test: { readonly afterAll: (hook: () => void) => void } };
}

const errors: unknown[] = [];
(globalThis as unknown as Runner).Deno.test.afterAll(() => {
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
