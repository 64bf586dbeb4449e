/**
 * Files of failed cases, from the lines that the runner prints beside one another. Its report does not tell them: a
 * group may be opened by a helper of another file.
 */
export function failedFiles(printed: string): readonly string[] {
  // deno-lint-ignore no-control-regex -- colours
  const plain = printed.replace(/\x1b\[[\d;]*m/g, "");
  const lines = plain.matchAll(/^(\.\/\S+) (?:=> .*\bFAILED\b|\(uncaught error\))/gm);
  return [...new Set([...lines].map(([, file = ""]) => file))].sort();
}
