/**
 * How many random histories of an execution a run tries: the long run (`deno task test:long`) takes more and longer
 * ones.
 */
const IS_LONG = Deno.env.get("TEST_LONG") === "1";
export const LIFECYCLE_RUNS = IS_LONG ? 1_000 : 60;
/** Commands of one life. */
export const LIFECYCLE_LENGTH = { minLength: IS_LONG ? 50 : 1, maxLength: 50 };
