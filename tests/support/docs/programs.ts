/** Runs the programs of the merchants' documentation as a reader would: saved under their names, in one folder. */
import { eventually } from "../eventually.ts";
import type { CodeBlock } from "./code_blocks.ts";

export interface Places {
  /** Of the payments service and of the card frame. */
  readonly origin: string;
  readonly frameOrigin: string;
  /** Ports for the programs that listen. */
  readonly shopPort: number;
  readonly hookPort: number;
}

/** Saves every block that names a file, with the addresses of this run instead of the reader's own server. */
export async function savePrograms(blocks: readonly CodeBlock[], folder: string, places: Places): Promise<void> {
  for (const { code, marks: { file } } of blocks) {
    if (file === undefined) continue;
    const path = `${folder}/${file}`;
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(path, atPlaces(code, places));
  }
}

/** Code of a page, with the addresses of this run instead of the reader's own server. */
export function atPlaces(code: string, { origin, frameOrigin, shopPort, hookPort }: Places): string {
  return code.replaceAll(/http:\/\/localhost:8000|https:\/\/payments\.example/g, origin)
    .replaceAll("https://card-frame.example", frameOrigin)
    .replaceAll("9000", String(shopPort)).replaceAll("9100", String(hookPort));
}

const FLAGS = ["run", "--allow-all", "--no-check", "--no-config", "--no-lock", "--cached-only"];

/** What the program printed; throws with its errors when it fails. */
export async function runProgram(folder: string, file: string, ...args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await command(folder, file, args).output();
  const said = new TextDecoder().decode(stdout).trim();
  if (!success) throw new Error(`${file} failed: ${said}\n${new TextDecoder().decode(stderr)}`);
  return said;
}

export interface RunningProgram extends AsyncDisposable {
  /** The lines printed so far. */
  readonly lines: () => readonly string[];
}

/** Starts a program that listens, and waits until it has printed its address. */
export async function startProgram(folder: string, file: string): Promise<RunningProgram> {
  const child = command(folder, file, []).spawn();
  let said = "";
  const add = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const bytes of stream) said += decoder.decode(bytes, { stream: true });
  };
  const read = Promise.all([add(child.stdout), add(child.stderr)]);
  await eventually(() => said.includes("http://localhost:"), () => said);
  return {
    lines: () => said.trim().split("\n"),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
      await read;
    },
  };
}

function command(folder: string, file: string, args: readonly string[]): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    args: [...FLAGS, file, ...args],
    cwd: folder,
    env: { NO_COLOR: "1" },
    stdout: "piped",
    stderr: "piped",
  });
}
