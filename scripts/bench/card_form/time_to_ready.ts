/**
 * Time until a page's card fields can be used, as a person experiences it: a browser with a fresh profile and no
 * debugger, which would attach to each frame, opens the page by itself, and the page reports its own clock.
 */
import { FLAGS } from "../browser_flags.ts";
import { ensureBrowser } from "../../browser.ts";

const DEADLINE_MS = 30_000;

/** Milliseconds from the page's navigation until its report; throws when no report comes. */
export async function timeToReady(
  { entrance, nextReadyMs }: { readonly entrance: string; nextReadyMs(): Promise<number> },
): Promise<number> {
  const profile = await Deno.makeTempDir({ prefix: "trustcheck-bench-" });
  const reported = nextReadyMs();
  const browser = new Deno.Command(await ensureBrowser(), {
    args: [...FLAGS, `--user-data-dir=${profile}`, "--remote-debugging-port=0", entrance],
    stdout: "null",
    stderr: "null",
  }).spawn();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No report from ${entrance}`)), DEADLINE_MS);
  });
  try {
    return await Promise.race([reported, late]);
  } finally {
    clearTimeout(timer);
    browser.kill("SIGKILL");
    await browser.status;
    await removeProfile(profile);
  }
}

/** The browser's last child processes may still write for a moment. */
async function removeProfile(profile: string): Promise<void> {
  for (let left = 20; left > 0; left--) {
    try {
      return await Deno.remove(profile, { recursive: true });
    } catch (error) {
      if (left === 1) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
