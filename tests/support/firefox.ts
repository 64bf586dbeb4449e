/** Firefox for the few tests that run in a second engine, where it is installed. */
import puppeteer, { type Browser } from "puppeteer";

const PLACES = ["/usr/bin/firefox-esr", "/usr/bin/firefox", "/snap/bin/firefox"];

export async function findFirefox(): Promise<string | undefined> {
  for (const path of PLACES) {
    const isThere = await Deno.stat(path).then(({ isFile, isSymlink }) => isFile || isSymlink, () => false);
    if (isThere) return path;
  }
  return undefined;
}

export async function launchFirefox(executablePath: string): Promise<Browser> {
  return await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
}
