/**
 * Secrets from files, as container platforms mount them: `X_FILE` names the file of one setting, and `SECRETS_DIR` a
 * folder whose files are named after the settings.
 */
import { type Env, fail } from "./values.ts";

/** Settings that hold a secret. */
export const SECRETS: readonly string[] = [
  "DATABASE_URL",
  "MIGRATE_DATABASE_URL",
  "REPLICA_URL",
  "PAYMENTS_CLIENTS",
  "PAYMENTS_WEBHOOKS",
  "METRICS_TOKEN",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "SMTP_URL",
  "IPQS_KEY",
  "TWILIO_AUTH_TOKEN",
  "REGISTRY_KEY",
  "ADMIN_OIDC_CLIENT_SECRET",
];

export interface SecretsRead {
  /** The environment with the secrets in it. */
  readonly env: Env;
  /** Files and the folder that the server has to read. */
  readonly secretFiles: readonly string[];
}

/** Throws a `ConfigError` for a file that is empty or cannot be read, and for a secret that is set in two ways. */
export function readSecrets(env: Env): SecretsRead {
  const folder = env.SECRETS_DIR ?? "";
  const mounted = folder === "" ? [] : namesIn(folder);
  const files = SECRETS.flatMap((name): [name: string, path: string][] => {
    const named = env[`${name}_FILE`] ?? "";
    const places = [env[name] ?? "", named, mounted.includes(name) ? folder : ""].filter((place) => place !== "");
    if (places.length > 1) fail(`Set ${name} in one way only: by its value, by ${name}_FILE, or in SECRETS_DIR`);
    if (named !== "") return [[name, named]];
    return mounted.includes(name) ? [[name, `${folder}/${name}`]] : [];
  });
  const values = files.map(([name, path]) => [name, readSecret(name, path)] as const);
  const secretFiles = [...files.map(([, path]) => path), ...(folder === "" ? [] : [folder])];
  return { env: { ...env, ...Object.fromEntries(values) }, secretFiles };
}

function namesIn(folder: string): readonly string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name);
  } catch {
    return fail(`SECRETS_DIR must be a folder that the server can read: ${folder} is not`);
  }
}

/** Editors and tools end a file with a line break, which is not part of the secret. */
function readSecret(name: string, path: string): string {
  const text = readText(name, path).trimEnd();
  // Without its Postgres address, a server would start on an empty SQLite.
  return text === "" ? fail(`The file of ${name} is empty: ${path}`) : text;
}

function readText(name: string, path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return fail(`The file of ${name} cannot be read: ${path}`);
  }
}
