/** The production build that tests serve. */

let built: Promise<unknown> | undefined;

/**
 * Builds dist/ unless it was built from the current sources. The runner of the whole suite has built before, and says
 * so.
 */
export function buildOnce(): Promise<unknown> {
  built ??= Deno.env.get("TEST_BUILT") === "1"
    ? Promise.resolve()
    : import("../../../scripts/build.ts").then(({ build }) => build());
  return built;
}
