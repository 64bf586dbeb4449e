/** Calls a merchant's callback whose answer does not matter. */

/** An exception is reported to the page and does not affect form or payment. */
export function invokeCallback(call: () => unknown): void {
  const rethrow = (error: unknown) => void setTimeout(() => reportError(error));
  try {
    const result = call();
    if (result instanceof Promise) result.catch(rethrow);
  } catch (error) {
    rethrow(error);
  }
}
