/** Runs a command of the product as an operator does, in a process of its own, with a data folder of the test. */
export async function runCommand(file: URL, args: readonly string[], dataDir: string) {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-check", file.pathname, ...args],
    env: { DATA_DIR: dataDir, DATABASE_URL: "" },
  });
  const { code, stdout, stderr } = await command.output();
  const firstLine = (bytes: Uint8Array) => new TextDecoder().decode(bytes).split("\n")[0] ?? "";
  return { code, printed: firstLine(stdout), refused: firstLine(stderr) };
}
