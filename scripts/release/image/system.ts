/**
 * The system libraries that the runtime loads: their files, and the packages of the distribution that they come from.
 */

export interface SystemPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly license: string;
  /** Package URL, with the distribution, by which scanners find known vulnerabilities. */
  readonly purl: string;
  /** At their own paths, which are those in the image. */
  readonly files: readonly string[];
  /** Its licence as the distribution ships it; empty where it ships none. */
  readonly notice: string;
}

/** Debian states licences in prose. For packages whose libraries the runtime loads, these apply to the libraries. */
const LICENSES: Readonly<Record<string, string>> = {
  "libc6": "LGPL-2.1-or-later",
  "libgcc-s1": "GPL-3.0-or-later WITH GCC-exception-3.1",
  "libstdc++6": "GPL-3.0-or-later WITH GCC-exception-3.1",
  "zlib1g": "Zlib",
};

/**
 * The packages of the libraries that `program` loads.
 *
 * @throws Error for a library of no package, or of one whose licence is not known
 */
export async function systemPackages(program: string): Promise<readonly SystemPackage[]> {
  const files = [...(await run("ldd", program)).matchAll(/(\/\S+) \(0x/g)].map(([, path = ""]) => path);
  const owners = await Promise.all(files.map(ownerOf));
  const distribution = await distributionOf();
  return await Promise.all(
    [...new Set(owners)].toSorted().map(async (name): Promise<SystemPackage> => {
      const [version = "", architecture = ""] = (await run("dpkg-query", "-W", "-f=${Version} ${Architecture}", name))
        .split(" ");
      const license = LICENSES[name];
      if (license === undefined) throw new Error(`Add the licence of ${name} to scripts/release/image/system.ts`);
      return {
        name,
        version,
        license,
        purl: `pkg:deb/${distribution.id}/${encodeURIComponent(name)}@${encodeURIComponent(version)}` +
          `?arch=${architecture}&distro=${distribution.id}-${distribution.version}`,
        files: files.filter((_, at) => owners[at] === name).toSorted(),
        notice: await Deno.readTextFile(`/usr/share/doc/${name}/copyright`),
      };
    }),
  );
}

/** The name of the package that a file belongs to. A system with merged folders lists it under one of two paths. */
async function ownerOf(file: string): Promise<string> {
  for (const path of [file, `/usr${file}`, await Deno.realPath(file)]) {
    const found = await run("dpkg-query", "-S", path).catch(() => "");
    const [, name] = /^([a-z0-9.+-]+)(?::\w+)?: /m.exec(found) ?? [];
    if (name !== undefined) return name;
  }
  throw new Error(`No package of this system has ${file}: build the image on Debian or Ubuntu`);
}

async function distributionOf(): Promise<{ readonly id: string; readonly version: string }> {
  const text = await Deno.readTextFile("/etc/os-release");
  const valueOf = (key: string) => new RegExp(`^${key}="?([^"\n]*)`, "m").exec(text)?.[1] ?? "";
  return { id: valueOf("ID"), version: valueOf("VERSION_ID") };
}

async function run(command: string, ...args: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, { args: [...args] }).output();
  if (!success) throw new Error(`${command} ${args.join(" ")}: ${new TextDecoder().decode(stderr).trim()}`);
  return new TextDecoder().decode(stdout);
}
