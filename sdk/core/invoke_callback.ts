/** Calls a merchant's callback whose answer does not matter. */

/** One that throws is the merchant's to see, and changes nothing about form or payment. */
export function invokeCallback(call: () => unknown): void {
  const rethrow = (error: unknown) => void setTimeout(() => reportError(error));
  try {
    const result = call();
    if (result instanceof Promise) result.catch(rethrow);
  } catch (error) {
    rethrow(error);
  }
}
