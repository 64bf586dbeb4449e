/** Waits for the screen to follow, as long as a busy machine needs. */
const DEADLINE_MS = 60_000;
const PAUSE_MS = 20;

/** `step` lets the screen catch up with what has happened. */
export async function until(step: () => Promise<unknown>, isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + DEADLINE_MS; !isSo(); await step()) {
    if (Date.now() > end) throw new Error("Waited a minute");
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
