/**
 * Builds the container image into dist/image/, an OCI image layout, and its bill of materials. No container tool is
 * needed. The image holds the runtime with the system libraries that it loads, the bundled server and the built client;
 * no shell, no package manager, no npm package beside those in the bundles.
 */
import { build, SDK_VERSION } from "../../build.ts";
import { stopBundler } from "../../build/bundle.ts";
import { Libraries, listPackages, NOTICES_FILE } from "../../build/licenses/notices.ts";
import { LAUNCHER_VARIABLES } from "../../start/server_process.ts";
import { COPIED_PACKAGES, fillAppFolder } from "../app_folder.ts";
import { writeImage } from "./oci.ts";
import { type BillInput, billOfMaterials, type ImageFile } from "./sbom.ts";
import { systemPackages } from "./system.ts";

const ROOT = new URL("../../..", import.meta.url).pathname.replace(/\/$/, "");
/** User and group of the server; no account of a usual system has it. */
export const USER = 65_532;
/** Folders that the server writes, and where an operator mounts volumes. */
export const VOLUMES = ["/data", "/keys"] as const;
/** Of the app and of the card frame. */
export const PORTS = [8000, 8001] as const;
const PASSWD = `root:x:0:0:root:/:/nologin\ntrustcheck:x:${USER}:${USER}:trustcheck:/data:/nologin\n`;
const GROUP = `root:x:0:\ntrustcheck:x:${USER}:\n`;

/**
 * The launcher reads the settings and starts the server with the permissions that they need. It handles no request;
 * what it may read are the folders where settings can name a file.
 */
const ENTRYPOINT: readonly string[] = [
  "/app/deno",
  "run",
  "--quiet",
  "--no-prompt",
  "--cached-only",
  "--no-lock",
  "--config=/app/deno.json",
  `--allow-env=${LAUNCHER_VARIABLES.join(",")}`,
  "--ignore-env",
  `--allow-read=/app,${VOLUMES.join(",")},/run/secrets`,
  "--allow-run=/app/deno",
  "/app/server/bundle/launcher.js",
];

/** What the build of this repository made, in the image. */
const OWN: readonly string[] = [
  ...["server/bundle", "dist", "phone_data/lib", "deno.json", "sbom.cdx.json", NOTICES_FILE].map((name) =>
    `/app/${name}`
  ),
  ...["/etc/passwd", "/etc/group"],
];

export const ENVIRONMENT = {
  DATA_DIR: "/data",
  KEYS_DIR: "/keys",
  LISTEN_HOST: "0.0.0.0",
  SECRETS_DIR: "/run/secrets",
  DENO_DIR: "/data/.deno",
  // SQLite keeps the rows of a large sort in a file; without a folder for it, statements fail.
  SQLITE_TMPDIR: "/data",
  DENO_NO_UPDATE_CHECK: "1",
} as const;

/**
 * Fills the folder `output`; returns the digest of the image. Client and server are built from the sources, whatever
 * dist/ holds, unless `dist` names a finished build to take.
 */
export async function buildImage(output: string, { dist }: { readonly dist?: string } = {}): Promise<string> {
  const created = await releaseTime();
  const work = await Deno.makeTempDir({ prefix: "trustcheck-image-" });
  const libraries = new Libraries();
  try {
    const built = dist ?? `${work}/dist`;
    if (dist === undefined) await build({ dist: built, force: true, builtAt: created, libraries });
    const [app, system] = [`${work}/app`, `${work}/system`];
    await Deno.mkdir(`${app}/app`, { recursive: true });
    const server = await fillAppFolder(`${app}/app`, built);
    await Deno.mkdir(`${system}/app`, { recursive: true });
    await Deno.rename(`${app}/app/deno`, `${system}/app/deno`);
    const bill = billOfMaterials({
      version: SDK_VERSION,
      created,
      packages: listPackages(ROOT, new Libraries([...libraries.folders, ...server.folders])),
      locked: JSON.parse(await Deno.readTextFile(`${ROOT}/deno.lock`)).npm,
      runtime: { version: Deno.version.deno, file: await imageFile(system, "/app/deno") },
      system: await fillSystem(system),
      own: OWN,
      copied: Object.fromEntries(Object.entries(COPIED_PACKAGES).map(([name, folder]) => [name, `/app/${folder}`])),
    });
    await Deno.writeTextFile(`${app}/app/sbom.cdx.json`, JSON.stringify(bill, null, 1));
    for (const path of [...VOLUMES, "/tmp"]) await Deno.mkdir(`${work}/volumes${path}`, { recursive: true });
    await Deno.remove(output, { recursive: true }).catch(() => undefined);
    return await writeImage(output, [
      { folder: system, owner: 0, what: `runtime ${Deno.version.deno} and the libraries it loads` },
      { folder: app, owner: 0, what: "server, client, fonts and phone data" },
      { folder: `${work}/volumes`, owner: USER, what: "folders of the server" },
    ], {
      name: "trustcheck",
      version: SDK_VERSION,
      created,
      user: `${USER}:${USER}`,
      entrypoint: ENTRYPOINT,
      environment: ENVIRONMENT,
      ports: PORTS,
      volumes: VOLUMES,
      labels: { "org.opencontainers.image.title": "TrustCheck", "org.opencontainers.image.version": SDK_VERSION },
    });
  } finally {
    await stopBundler();
    await Deno.remove(work, { recursive: true });
  }
}

/** The time of the commit, or of SOURCE_DATE_EPOCH in seconds, as reproducible builds expect. */
async function releaseTime(): Promise<Date> {
  const given = Deno.env.get("SOURCE_DATE_EPOCH");
  const { stdout } = given === undefined
    ? await new Deno.Command("git", { args: ["log", "-1", "--format=%ct"], cwd: ROOT }).output()
    : { stdout: new TextEncoder().encode(given) };
  const seconds = Number(new TextDecoder().decode(stdout).trim());
  if (!Number.isInteger(seconds) || seconds <= 0) throw new Error("SOURCE_DATE_EPOCH must be whole seconds");
  return new Date(seconds * 1000);
}

/** The libraries that the runtime loads, at their own paths and with their licences, and the names of the two users. */
async function fillSystem(folder: string): Promise<BillInput["system"]> {
  const packages = await systemPackages(Deno.execPath());
  // What container software mounts at a start; a root that is read-only has to hold the folders.
  for (const path of ["etc", "proc", "dev", "sys", "run/secrets", "app/licenses"]) {
    await Deno.mkdir(`${folder}/${path}`, { recursive: true });
  }
  await Deno.writeTextFile(`${folder}/etc/passwd`, PASSWD);
  await Deno.writeTextFile(`${folder}/etc/group`, GROUP);
  return await Promise.all(packages.map(async ({ name, files, notice, ...rest }) => {
    for (const path of files) await copyTo(folder, path);
    const licence = `/app/licenses/${name}.txt`;
    await Deno.writeTextFile(`${folder}${licence}`, notice);
    return { name, ...rest, files: await Promise.all([...files, licence].map((path) => imageFile(folder, path))) };
  }));
}

async function imageFile(folder: string, path: string): Promise<ImageFile> {
  const bytes = await Deno.readFile(`${folder}${path}`);
  return { path, sha256: new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex() };
}

async function copyTo(folder: string, path: string): Promise<void> {
  await Deno.mkdir(`${folder}${path.slice(0, path.lastIndexOf("/"))}`, { recursive: true });
  await Deno.copyFile(path, `${folder}${path}`);
}

if (import.meta.main) {
  const output = Deno.args[0] ?? `${ROOT}/dist/image`;
  const digest = await buildImage(output);
  console.log(`Built ${output}: ${digest}`);
}
