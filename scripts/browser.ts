/**
 * Finds a Chromium for the tests or installs one: on Debian as root from its packages, elsewhere by puppeteer's
 * download.
 */

const CANDIDATES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

async function exists(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch {
    return false;
  }
}

/** Path of an installed browser (the setting CHROME has priority); undefined if there is none. */
async function findBrowser(): Promise<string | undefined> {
  const configured = Deno.env.get("CHROME");
  if (configured !== undefined && configured !== "") return configured;
  for (const path of CANDIDATES) if (await exists(path)) return path;
  return undefined;
}

/** Like {@link findBrowser}, but installs a missing browser; throws with advice when that fails. */
export async function ensureBrowser(): Promise<string> {
  const found = await findBrowser();
  if (found !== undefined) return found;
  if (await exists("/usr/bin/apt-get") && Deno.uid() === 0) {
    console.log("No browser found: installing Chromium from the system's packages");
    await run("apt-get", ["update", "-qq"]);
    await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
  } else {
    console.log("No browser found: downloading one");
    await run(Deno.execPath(), ["run", "--allow-all", "npm:puppeteer@25.16.0", "browsers", "install", "chrome"]);
    const { executablePath } = await import("puppeteer");
    return await executablePath();
  }
  const installed = await findBrowser();
  if (installed === undefined) throw new Error("Cannot find a browser: install Chromium or set CHROME to its path");
  return installed;
}

const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
/** The tests do not wait longer for a package that only makes them faster. */
const INSTALL_LIMIT_SECONDS = 60;

/**
 * The engine of Chromium without the windows of a browser: it takes a quarter less processor time (card_form_test 36
 * against 24 s), keeps no page for the back button and reports no downloads. Installed on Debian as root, if the
 * packages can be reached; undefined elsewhere.
 */
export async function ensureHeadlessShell(): Promise<string | undefined> {
  if (!await exists(HEADLESS_SHELL) && await exists("/usr/bin/apt-get") && Deno.uid() === 0) {
    const install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium-headless-shell"];
    await run("timeout", [String(INSTALL_LIMIT_SECONDS), ...install]).catch(() => {
      console.log("The tests run in Chromium itself, which takes longer than its headless shell");
    });
  }
  return await exists(HEADLESS_SHELL) ? HEADLESS_SHELL : undefined;
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const { code } = await new Deno.Command(command, {
    args: [...args],
    env: { DEBIAN_FRONTEND: "noninteractive" },
    stdout: "null",
    stderr: "inherit",
  }).output();
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with code ${code}`);
}
