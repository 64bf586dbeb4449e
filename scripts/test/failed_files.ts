/**
 * Files of failed cases, from the runner's output. Its report does not name them reliably: a helper in another file may
 * open a group.
 */
export function failedFiles(printed: string): readonly string[] {
  // deno-lint-ignore no-control-regex -- colours
  const plain = printed.replace(/\x1b\[[\d;]*m/g, "");
  const lines = plain.matchAll(/^(\.\/\S+) (?:=> .*\bFAILED\b|\(uncaught error\))/gm);
  return [...new Set([...lines].map(([, file = ""]) => file))].sort();
}
