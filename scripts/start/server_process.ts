/**
 * The server process of every form of the product, in a clone, in the executable and in the image: the permissions that
 * its settings need, and no other.
 */
import { type Config, readConfig } from "../../server/config/config.ts";
import { SECRETS } from "../../server/config/secrets.ts";
import { ConfigError } from "../../server/config/values.ts";
import { identityPagesHost } from "../../server/routes/services/identity_pages.ts";
import { certificateFileOf, serverUrls } from "../../server/platform/database_place.ts";
import { SERVICE_NAMES } from "../../server/platform/http/upstream.ts";
import { smtpPlace } from "../../server/platform/smtp_place.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
/** Environment variables passed to the server process, beside the addresses of services. */
export const SETTINGS: readonly string[] = [
  "PORT",
  "FRAME_PORT",
  "PUBLIC_ORIGIN",
  "FRAME_ORIGIN",
  "BASE_PATH",
  "APP_HOSTS",
  "LISTEN_HOST",
  "TRUSTED_HOPS",
  "MAX_IN_FLIGHT",
  "DRAIN_SECONDS",
  "DISPUTE_WARNING_PERCENT",
  "DATA_DIR",
  "KEYS_DIR",
  "DIST_DIR",
  "DATABASE_URL",
  "MIGRATE_DATABASE_URL",
  "REPLICA_URL",
  "DATABASE_POOL_SIZE",
  "DEMO",
  "PAYMENTS_CLIENTS",
  "PAYMENTS_WEBHOOKS",
  "WEBHOOK_TARGETS",
  "MERCHANT_ORIGINS",
  "RAW_CARDS",
  "SENTRY_DSN",
  "PIXEL_ID",
  "AD_TAG_ID",
  "FUNNEL_EVENT_DAYS",
  "COUNTRY_HEADER",
  "DEFAULT_COUNTRY",
  "IN_APP_EXIT_OLD_IOS",
  "IN_APP_EXIT_IOS_CHROME",
  "IN_APP_EXIT_IOS_SAFARI",
  "IN_APP_EXIT_ANDROID",
  "METRICS_TOKEN",
  "OPS_PORT",
  "OPS_HOST",
  "BACKUP_STAMP",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "OTEL_SERVICE_NAME",
  "OTEL_SDK_DISABLED",
  "OTEL_TRACES_SAMPLER_ARG",
  "ADMIN",
  "ADMIN_OIDC_ISSUER",
  "ADMIN_OIDC_CLIENT_ID",
  "ADMIN_OIDC_CLIENT_SECRET",
  "ADMIN_OIDC_NAME",
  "ADMIN_OIDC_ROLE_CLAIM",
  "ADMIN_OIDC_HOSTS",
  "SMTP_URL",
  "CONTACT_EMAIL",
  "LOOKUP_SOURCE",
  "IPQS_KEY",
  "TWILIO_ACCOUNT_SID",
  "TWILIO_AUTH_TOKEN",
  "REGISTRY_URL",
  "REGISTRY_KEY",
  "APPLE_PAY_MERCHANT_ID",
  "APPLE_PAY_CERT_FILE",
  "APPLE_PAY_KEY_FILE",
  "APPLE_PAY_DOMAIN_FILE",
  "APPLE_PAY_DISPLAY_NAME",
  "APPLE_PAY_TEST",
  "APPLE_PAY_OLD_HOSTS",
  "FIREBASE_PROJECT_ID",
  "FIREBASE_API_KEY",
  "FIREBASE_AUTH_DOMAIN",
  "FIREBASE_APP_ID",
  "FIREBASE_SERVICE_ACCOUNT_FILE",
  "PASSWORD_POLICY",
];

/** What the runtime itself reads: its cache, the colours of its messages, certificates, proxies, SQLite's folder. */
const OF_THE_RUNTIME: readonly string[] = [
  ...["PATH", "HOME", "NO_COLOR", "DENO_DIR", "DENO_NO_UPDATE_CHECK", "SQLITE_TMPDIR", "TZ"],
  ...["DENO_CERT", "DENO_TLS_CA_STORE", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"],
];

/** The code to run, in one form of the product. */
export interface Program {
  readonly main: string;
  /** Folders of the code, which it reads. */
  readonly folders: readonly string[];
  /** Options of the runtime beside the permissions. */
  readonly options: readonly string[];
  /** Where it runs, if not where it is called. */
  readonly cwd?: string;
}

/** The sources of this clone. */
export const FROM_SOURCES: Program = {
  main: `${ROOT}/server/main.ts`,
  folders: [`${ROOT}/node_modules`, `${ROOT}/server`, `${ROOT}/sdk`],
  // The process that starts it has already checked them, so the server need not do it again.
  options: ["--node-modules-dir=manual"],
  cwd: ROOT,
};

/**
 * How the runtime is called: the server can listen, call its upstreams, use its own folders and read its settings,
 * nothing else. `args` are those of an operator's command, which may name a file to read.
 */
export function serverArguments(
  config: Config,
  { main, folders, options }: Program = FROM_SOURCES,
  args: readonly string[] = [],
): readonly string[] {
  const read = [config.distDir, config.dataDir, config.keysDir, ...config.secretFiles, ...folders];
  for (const url of databaseUrls(config, args)) {
    const certificate = certificateFileOf(url);
    if (certificate !== undefined) read.push(certificate);
  }
  if (config.backupStamp !== "") read.push(config.backupStamp);
  if (config.applePay.mode === "live") read.push(...config.applePay.files);
  if (config.identity.mode === "firebase" && config.identity.serviceAccountFile !== "") {
    read.push(config.identity.serviceAccountFile);
  }
  // `audit verify` compares the log with heads in files.
  if (args[0] === "audit") read.push(...args.slice(2));
  return [
    "run",
    "--no-prompt",
    "--cached-only",
    ...options,
    ...networkOf(config, args),
    `--allow-read=${[...new Set(read)].join(",")}`,
    `--allow-write=${config.dataDir},${config.keysDir}`,
    `--allow-env=${settingNames().join(",")}`,
    // Libraries read variables of their own, and find them unset.
    "--ignore-env",
    "--allow-sys=hostname",
    main,
  ];
}

/**
 * The hosts of the settings. Where merchants register public addresses, every host but the link-local ones, at which
 * clouds answer with the credentials of the machine.
 */
function networkOf(config: Config, args: readonly string[]): readonly string[] {
  if (config.webhookTargets.public) return ["--allow-net", "--deny-net=169.254.0.0/16"];
  return [`--allow-net=${[...new Set(hosts(config, args))].join(",")}`];
}

/** Where a merchant on this machine may receive webhooks, on any port. */
const LOCAL_HOSTS = ["127.0.0.1", "[::1]", "localhost"];

const LOOKUP_HOSTS: Readonly<Record<Config["lookupSource"]["kind"], readonly string[]>> = {
  embedded: [],
  ipqs: ["www.ipqualityscore.com:443"],
  twilio: ["lookups.twilio.com:443"],
};

/** Only the command `migrate` reaches the database as its owner. */
function databaseUrls(
  { database, migrateDatabase, replica }: Config,
  [command]: readonly string[],
): readonly string[] {
  const places = command === "migrate" ? [migrateDatabase] : [database, replica];
  return places.flatMap((place) => place?.kind === "postgres" ? [place.url] : []);
}

function hosts(config: Config, args: readonly string[]): readonly string[] {
  const remote = Object.values(config.remote).flatMap(({ staging, production }) => [staging, production]);
  const urls = [
    ...databaseUrls(config, args).flatMap(serverUrls),
    typeof config.registry === "string" ? undefined : config.registry.url,
    ...config.paymentsWebhooks.map(({ url }) => url),
    ...remote,
    config.traces?.url,
  ];
  const smtp = config.smtpUrl === "" ? [] : [hostAndPortOf(smtpPlace(config.smtpUrl))];
  const apple = config.applePay.mode === "live" ? config.applePay.hosts.map((host) => `${host}:443`) : [];
  const pages = identityPagesHost(config);
  const identity = [
    ...(config.identity.mode === "firebase" ? ["www.googleapis.com:443"] : []),
    ...(pages === undefined ? [] : [`${pages}:443`]),
  ];
  const oidc = config.admin.mode === "on"
    ? config.admin.oidc?.hosts.map((host) => hostAndPort(`https://${host}`)) ?? []
    : [];
  return [
    ...(config.webhookTargets.local ? LOCAL_HOSTS : []),
    hostAndPortOf({ host: config.hostname, port: config.port }),
    hostAndPortOf({ host: config.hostname, port: config.framePort }),
    ...(config.opsPort === undefined ? [] : [hostAndPortOf({ host: config.opsHost, port: config.opsPort })]),
    ...identity,
    ...oidc,
    ...LOOKUP_HOSTS[config.lookupSource.kind],
    ...apple,
    ...smtp,
    ...urls.flatMap((url) => (url === undefined ? [] : [hostAndPort(url)])),
  ];
}

const hostAndPortOf = ({ host, port }: { readonly host: string; readonly port: number }) =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;

function hostAndPort(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  const standard: Readonly<Record<string, string>> = {
    "https:": "443",
    "http:": "80",
    "postgres:": "5432",
    "postgresql:": "5432",
  };
  return `${hostname}:${port || standard[protocol] || "443"}`;
}

/** Names of all settings: those of {@link SETTINGS}, the files of secrets, and the addresses of remote services. */
function settingNames(): readonly string[] {
  const remote = SERVICE_NAMES.map((name) => `${name.toUpperCase()}_URL`);
  return [
    ...SETTINGS,
    "SECRETS_DIR",
    ...SECRETS.map((name) => `${name}_FILE`),
    ...remote.flatMap((name) => [`STAGING_${name}`, `PRODUCTION_${name}`]),
  ];
}

/** What the process that starts the server reads: `OTEL_DENO` means the usual collector. */
export const LAUNCHER_VARIABLES: readonly string[] = [...settingNames(), ...OF_THE_RUNTIME, "OTEL_DENO"];

/** The product's settings and those of the runtime, and nothing else from the environment. */
export function serverEnvironment(
  config: Config,
  env: Readonly<Record<string, string>>,
  [command]: readonly string[] = [],
): Record<string, string> {
  const names = settingNames().filter((name) => command === "migrate" || !name.startsWith("MIGRATE_"));
  const own = [...names, ...OF_THE_RUNTIME].flatMap((name): [string, string][] => {
    const value = env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(own), ...tracesSetting(config) };
}

/** The runtime's own `OTEL_DENO` stays here: its spans carry whole addresses. The server records spans of its own. */
export function tracesSetting({ traces }: Config): Readonly<Record<string, string>> {
  return traces === undefined ? {} : { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces.url };
}

/** Runs the server, or with `args` a command of operators, and passes signals on; resolves with its exit code. */
export async function runServer(program: Program, args: readonly string[] = []): Promise<number> {
  const env = Deno.env.toObject();
  const config = readConfig(env);
  const child = new Deno.Command(Deno.execPath(), {
    args: [...serverArguments(config, program, args), ...args],
    ...(program.cwd === undefined ? {} : { cwd: program.cwd }),
    clearEnv: true,
    env: serverEnvironment(config, env, args),
  }).spawn();
  let isRunning = true;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    // A server that has ended needs no signal, and `kill` would throw.
    Deno.addSignalListener(signal, () => isRunning && child.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
  }
  const { code } = await child.status;
  isRunning = false;
  return code;
}

/**
 * Calls `act` and exits with its code. Settings that are missing or wrong are named in one sentence, with 1 for the
 * server and 2 for a command.
 */
export async function exitWith(act: () => Promise<number>, args: readonly string[] = []): Promise<never> {
  try {
    Deno.exit(await act());
  } catch (error) {
    console.error(error instanceof ConfigError ? `Cannot start: ${error.message}` : error);
    Deno.exit(args.length === 0 ? 1 : 2);
  }
}
