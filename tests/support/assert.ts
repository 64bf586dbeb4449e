/** The names of @std/assert that the tests use, over node:assert; one line in deno.json swaps in the real package. */
import node from "node:assert/strict";

export class AssertionError extends Error {
  override readonly name = "AssertionError";
}

type Constructor<E> = new (...args: never[]) => E;

/** Puts the test's message before the difference. */
function explained(message: string | undefined, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (message === undefined || !(error instanceof Error)) throw error;
    throw new AssertionError(`${message}: ${error.message}`, { cause: error });
  }
}

export function assertEquals<T>(actual: T, expected: T, message?: string): void {
  explained(message, () => node.deepEqual(actual, expected));
}

export function assertNotEquals<T>(actual: T, expected: T, message?: string): void {
  explained(message, () => node.notDeepEqual(actual, expected));
}

export function assertStrictEquals<T>(actual: unknown, expected: T, message?: string): asserts actual is T {
  explained(message, () => node.strictEqual<unknown>(actual, expected));
}

export function assertMatch(actual: string, expected: RegExp, message?: string): void {
  explained(message, () => node.match(actual, expected));
}

export function assertNotMatch(actual: string, expected: RegExp, message?: string): void {
  explained(message, () => node.doesNotMatch(actual, expected));
}

export function assertStringIncludes(actual: string, expected: string, message?: string): void {
  if (!actual.includes(expected)) {
    throw new AssertionError(message ?? `expected ${JSON.stringify(actual)} to include ${JSON.stringify(expected)}`);
  }
}

export function assertThrows<E extends Error = Error>(run: () => unknown, kind?: Constructor<E>, includes = ""): E {
  try {
    run();
  } catch (error) {
    return checkThrown(error, kind, includes);
  }
  throw new AssertionError("expected a throw");
}

export async function assertRejects<E extends Error = Error>(
  run: () => Promise<unknown>,
  kind?: Constructor<E>,
  includes = "",
): Promise<E> {
  try {
    await run();
  } catch (error) {
    return checkThrown(error, kind, includes);
  }
  throw new AssertionError("expected a rejection");
}

export function assert(value: unknown, message = "expected a true value"): asserts value {
  if (!value) throw new AssertionError(message);
}

export function assertFalse(value: unknown, message = "expected a false value"): void {
  if (value) throw new AssertionError(message);
}

export function fail(message = "reached what should not be reached"): never {
  throw new AssertionError(message);
}

function checkThrown<E extends Error>(error: unknown, kind: Constructor<E> | undefined, includes: string): E {
  if (kind !== undefined && !(error instanceof kind)) {
    throw new AssertionError(`expected ${kind.name}, got ${String(error)}`, { cause: error });
  }
  if (!(error instanceof Error)) throw new AssertionError(`expected an Error, got ${String(error)}`);
  assertStringIncludes(error.message, includes);
  return asThrown<E>(error);
}

/** The test named the class, which is checked above. */
function asThrown<E extends Error>(error: Error): E {
  return error as E;
}
