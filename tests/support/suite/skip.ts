/**
 * Cases that this machine or checkout cannot run: they print why, and the runner counts them as skipped, not as passed.
 */
import { it } from "@std/testing/bdd";

export function skip(title: string, reason: string): void {
  console.log(`Skipped: "${title}", because ${reason}`);
  it.skip(title);
}

/** Why a case cannot run that needs this program; undefined when it is installed. */
export async function lacks(program: string): Promise<string | undefined> {
  const version = new Deno.Command(program, { args: ["--version"], stdout: "null", stderr: "null" });
  const isInstalled = await version.output().then(({ success }) => success, () => false);
  return isInstalled ? undefined : `${program} is not installed`;
}

/** A case, unless there is a reason why it cannot run. */
export function itUnless(reason: string | undefined, title: string, body: () => Promise<void>): void {
  if (reason === undefined) it(title, body);
  else skip(title, reason);
}
