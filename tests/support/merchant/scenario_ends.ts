/** What a page is told in each scenario of the testing entry, wherever its tests run. */

const end = (event: string, first = [event]) => ({ first, heard: [event], attempts: 1 });

/** `first` is what it has been told before the test ends a challenge, restores the connection, or waits longer. */
export const SCENARIO_ENDS = {
  success: end("onSuccess"),
  decline: end("onFailed"),
  "3ds": end("onSuccess", []),
  slow: end("onSuccess", []),
  "429": end("onSuccess", []),
  offline: end("onSuccess", []),
  pending: end("onPending"),
};
