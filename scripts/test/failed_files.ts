import type { GroupedFiles } from "./group_files.ts";

/**
 * Files of failed cases, from the runner's output. Its report does not name them reliably: a helper in another file may
 * open a group. Of files that share an isolate all are named: the error above them tells which it is.
 */
export function failedFiles(printed: string, groups: GroupedFiles["groups"] = new Map()): readonly string[] {
  // deno-lint-ignore no-control-regex -- colours
  const plain = printed.replace(/\x1b\[[\d;]*m/g, "");
  const lines = plain.matchAll(/^(\.\S+) (?:=> .*\bFAILED\b|\(uncaught error\))/gm);
  const files = [...new Set([...lines].map(([, file = ""]) => file))].sort();
  return files.map((file) => groups.get(file.split("/").at(-1) ?? "")?.join(" or ") ?? file);
}
