/** Writes an image as the OCI image layout: blobs by their digest, a configuration, a manifest and an index. */

const GZIP_LAYER = "application/vnd.oci.image.layer.v1.tar+gzip";
const CONFIG = "application/vnd.oci.image.config.v1+json";
const MANIFEST = "application/vnd.oci.image.manifest.v1+json";
const INDEX = "application/vnd.oci.image.index.v1+json";

/** One layer: the entries of a folder, all owned by one user. */
export interface Layer {
  readonly folder: string;
  /** Numeric id of user and group; 0 is root. */
  readonly owner: number;
  /** What the layer holds, for the image's history. */
  readonly what: string;
}

export interface ImageSettings {
  readonly name: string;
  readonly version: string;
  /** Time of every file and of the image: two builds of the same files are equal, byte by byte. */
  readonly created: Date;
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly ports: readonly number[];
  readonly volumes: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

/**
 * Fills the empty folder `output` with the layout; returns the digest of the manifest.
 *
 * @throws Error when tar cannot read a folder
 */
export async function writeImage(
  output: string,
  layers: readonly Layer[],
  settings: ImageSettings,
): Promise<string> {
  const { name, version, created, user, entrypoint, environment, ports, volumes, labels } = settings;
  await Deno.mkdir(`${output}/blobs/sha256`, { recursive: true });
  const archives: Uint8Array<ArrayBuffer>[] = [];
  for (const layer of layers) archives.push(await pack(layer, created));
  const blobs: Descriptor[] = [];
  for (const archive of archives) blobs.push(await writeBlob(output, GZIP_LAYER, await gzip(archive)));
  const config = await writeJson(output, CONFIG, {
    created: created.toISOString(),
    architecture: Deno.build.arch === "aarch64" ? "arm64" : "amd64",
    os: "linux",
    config: {
      User: user,
      Entrypoint: entrypoint,
      Env: Object.entries(environment).map(([key, value]) => `${key}=${value}`),
      ExposedPorts: Object.fromEntries(ports.map((port) => [`${port}/tcp`, {}])),
      Volumes: Object.fromEntries(volumes.map((path) => [path, {}])),
      WorkingDir: "/",
      StopSignal: "SIGTERM",
      Labels: labels,
    },
    rootfs: { type: "layers", diff_ids: await Promise.all(archives.map(digest)) },
    history: layers.map(({ what }) => ({ created: created.toISOString(), created_by: what })),
  });
  const manifest = await writeJson(output, MANIFEST, { schemaVersion: 2, mediaType: MANIFEST, config, layers: blobs });
  const annotations = {
    "org.opencontainers.image.ref.name": version,
    "io.containerd.image.name": `${name}:${version}`,
  };
  await writeText(`${output}/index.json`, {
    schemaVersion: 2,
    mediaType: INDEX,
    manifests: [{ ...manifest, annotations }],
  });
  await writeText(`${output}/oci-layout`, { imageLayoutVersion: "1.0.0" });
  return manifest.digest;
}

/** Sorted entries with fixed times, owners and modes: the same files give the same bytes. */
async function pack({ folder, owner }: Layer, created: Date): Promise<Uint8Array<ArrayBuffer>> {
  const { success, stdout, stderr } = await new Deno.Command("tar", {
    args: [
      "--create",
      "--format=ustar",
      "--sort=name",
      `--mtime=@${Math.floor(created.getTime() / 1000)}`,
      `--owner=${owner}`,
      `--group=${owner}`,
      "--numeric-owner",
      "--mode=u=rwX,go=rX",
      "--directory",
      folder,
      ".",
    ],
  }).output();
  if (!success) throw new Error(`Cannot pack ${folder}: ${new TextDecoder().decode(stderr).trim()}`);
  return stdout;
}

async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return `sha256:${new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex()}`;
}

async function writeBlob(output: string, mediaType: string, bytes: Uint8Array<ArrayBuffer>): Promise<Descriptor> {
  const name = await digest(bytes);
  await Deno.writeFile(`${output}/blobs/${name.replace(":", "/")}`, bytes);
  return { mediaType, digest: name, size: bytes.byteLength };
}

const writeJson = (output: string, mediaType: string, content: object) =>
  writeBlob(output, mediaType, new TextEncoder().encode(JSON.stringify(content)));

const writeText = (file: string, content: object) => Deno.writeTextFile(file, JSON.stringify(content));
