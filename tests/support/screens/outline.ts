/** A screen's outline as a screen reader gets it, compared line by line with the text stored beside the tests. */
import { assertEquals } from "@std/assert";
import type { Page, SerializedAXNode } from "puppeteer";
import type { ScreenState } from "./open.ts";

const FOLDER = new URL("./outlines/", import.meta.url);
/** Writes the current outlines, for a reviewer to compare. */
const IS_ACCEPTED = Deno.env.get("ACCEPT_OUTLINES") === "1";

/** Time limit for parts of a screen that load later. */
const PATIENCE_MS = 10_000;

/** Values that differ between runs, and their replacements. */
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\dT[\d:.]{5,12}Z?/g, "TIME"],
  [/\b\d{4}-\d\d-\d\d(?: \d\d:\d\d)?/g, "DATE"],
  // Before the day that leads: a heading's level stands in front of its month.
  [/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}\b(?:, \d{4})?/g, "DATE"],
  [/\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?: \d{4})?/g, "DATE"],
  [/\b\d{1,2}:\d\d(?: [AP]M)?\b/g, "TIME"],
  [/\b[\w-]{20,}\b/g, "ID"],
  [/localhost:\d+/g, "HOST"],
  // Purchases of one moment get their numbers in any order.
  [/\bTC-\d{4}-\d{6}\b/g, "RECEIPT"],
  // A member's checks of one day are counted again at midnight, even in the middle of a run.
  [/\b\d+ (?=checks? left)/g, "SOME "],
];

/** States of a control that a screen reader announces, beside its name. */
const STATES = ["checked", "disabled", "expanded", "invalid", "pressed", "required", "selected"] as const;

function lines(node: SerializedAXNode, depth = 0): readonly string[] {
  const reported = STATES.flatMap((state) => {
    const value = node[state];
    return value === undefined || value === false || value === "false"
      ? []
      : [value === true ? state : `${state}=${value}`];
  });
  const name = (node.name ?? "").replaceAll(/\s+/g, " ").trim();
  const level = node.level === undefined ? [] : [String(node.level)];
  const value = node.value === undefined || node.value === "" ? [] : [`"${node.value}"`];
  const line = [node.role, ...level, name, ...value, ...reported];
  const own = "  ".repeat(depth) + line.filter((part) => part !== "").join(" ");
  // The text of a link or a label is already its name.
  const inner = (node.children ?? []).filter((child) => child.role !== "StaticText" || child.name !== node.name);
  return [own, ...inner.flatMap((child) => lines(child, depth + 1))];
}

/** The screen's outline; frames of another origin are left out. */
export async function outlineOf(page: Page): Promise<string> {
  const tree = await page.accessibility.snapshot({ interestingOnly: true });
  const text = tree === null ? "" : lines(tree).join("\n");
  return CHANGING.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text) + "\n";
}

/** Fails with the difference when the screen differs from its stored outline. */
export async function compareOutline(page: Page, { screen, state }: ScreenState): Promise<void> {
  const file = new URL(`${screen}.${state}.txt`, FOLDER);
  if (IS_ACCEPTED) {
    await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS / 5));
    await Deno.mkdir(FOLDER, { recursive: true });
    await Deno.writeTextFile(file, await outlineOf(page));
    return;
  }
  const kept = await Deno.readTextFile(file).catch(() => "");
  const deadline = Date.now() + PATIENCE_MS;
  let now = await outlineOf(page);
  while (now !== kept && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    now = await outlineOf(page);
  }
  assertEquals(now, kept, `${screen}.${state} says something else; ACCEPT_OUTLINES=1 keeps what it says now`);
}
