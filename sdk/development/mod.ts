/** The public API of the build that warns of a merchant's mistakes: docs/decisions/sdk/development-build.md. */
import { Payrails as Client } from "../mod.ts";
import { watch } from "./watch.ts";

export * from "../mod.ts";
/** The client, with a warning in the console for each mistake in its use. */
export const Payrails = watch(Client);
