/** npm as merchants use it, for tests of projects whose tools are not packages of this one. */

/** What the command printed. Throws with its errors when it fails. */
export async function run(cwd: string, command: string, ...args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args: [...args], cwd }).output();
  const said = new TextDecoder().decode(success ? stdout : stderr);
  if (!success) throw new Error(`${command} ${args.join(" ")}: ${said}`);
  return said;
}

/** Whether npm can download the package. Prints why the test is left out when it cannot. */
export async function reachesRegistry(packageName: string): Promise<boolean> {
  try {
    await run(".", "npm", "view", packageName, "version");
    return true;
  } catch (error) {
    console.log(`Left out, since npm reaches no registry: ${String(error).split("\n")[0]}`);
    return false;
  }
}
