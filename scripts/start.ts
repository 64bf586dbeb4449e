/** One command: builds what changed, then starts the server process with the least permissions its configuration needs. */
import { type Config, readConfig } from "../server/config/config.ts";
import { SECRETS } from "../server/config/secrets.ts";
import { ConfigError } from "../server/config/values.ts";
import { certificateFileOf, serverUrls } from "../server/platform/database_place.ts";
import { SERVICE_NAMES } from "../server/platform/http/upstream.ts";
import { build } from "./build.ts";
import { KEEP_OLD_MS } from "./build/replace_dist.ts";

const ROOT = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
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
  "LOOKUP_SOURCE",
  "IPQS_KEY",
  "TWILIO_ACCOUNT_SID",
  "TWILIO_AUTH_TOKEN",
  "REGISTRY_URL",
  "REGISTRY_KEY",
  "APPLE_PAY_MERCHANT_ID",
  "APPLE_PAY_CERT_FILE",
  "APPLE_PAY_KEY_FILE",
  "APPLE_PAY_DISPLAY_NAME",
  "APPLE_PAY_TEST",
  "APPLE_PAY_OLD_HOSTS",
  "FIREBASE_PROJECT_ID",
  "FIREBASE_API_KEY",
  "FIREBASE_AUTH_DOMAIN",
  "FIREBASE_APP_ID",
  "FIREBASE_SERVICE_ACCOUNT_FILE",
];

/** Permissions of the server process: it can listen, call its upstreams and use its own folders, nothing else. */
export function serverArguments(config: Config): readonly string[] {
  const read = [
    config.distDir,
    config.dataDir,
    config.keysDir,
    ...config.secretFiles,
    `${ROOT}/node_modules`,
    `${ROOT}/server`,
    `${ROOT}/sdk`,
  ];
  for (const url of databaseUrls(config)) {
    const certificate = certificateFileOf(url);
    if (certificate !== undefined) read.push(certificate);
  }
  if (config.backupStamp !== "") read.push(config.backupStamp);
  if (config.applePay.mode === "live") read.push(config.applePay.certFile, config.applePay.keyFile);
  if (config.identity.mode === "firebase" && config.identity.serviceAccountFile !== "") {
    read.push(config.identity.serviceAccountFile);
  }
  return [
    "run",
    "--no-prompt",
    "--cached-only",
    // This process has already checked them, so the server need not do it again.
    "--node-modules-dir=manual",
    ...networkOf(config),
    `--allow-read=${read.join(",")}`,
    `--allow-write=${config.dataDir},${config.keysDir}`,
    "--allow-env",
    "--allow-sys=hostname",
    `${ROOT}/server/main.ts`,
  ];
}

/**
 * The hosts of the settings. Where merchants register public addresses, every host but the link-local ones, at which
 * clouds answer with the credentials of the machine.
 */
function networkOf(config: Config): readonly string[] {
  if (config.webhookTargets.public) return ["--allow-net", "--deny-net=169.254.0.0/16"];
  return [`--allow-net=${[...new Set(hosts(config))].join(",")}`];
}

/** Where a merchant on this machine may receive webhooks, on any port. */
const LOCAL_HOSTS = ["127.0.0.1", "[::1]", "localhost"];

const LOOKUP_HOSTS: Readonly<Record<Config["lookupSource"]["kind"], readonly string[]>> = {
  embedded: [],
  ipqs: ["www.ipqualityscore.com:443"],
  twilio: ["lookups.twilio.com:443"],
};

function databaseUrls({ database, replica }: Config): readonly string[] {
  return [database, replica].flatMap((place) => place?.kind === "postgres" ? [place.url] : []);
}

function hosts(config: Config): readonly string[] {
  const remote = Object.values(config.remote).flatMap(({ staging, production }) => [staging, production]);
  const urls = [
    ...databaseUrls(config).flatMap(serverUrls),
    config.smtpUrl || undefined,
    typeof config.registry === "string" ? undefined : config.registry.url,
    ...config.paymentsWebhooks.map(({ url }) => url),
    ...remote,
    config.traces?.url,
  ];
  const apple = config.applePay.mode === "live" ? config.applePay.hosts.map((host) => `${host}:443`) : [];
  const identity = config.identity.mode === "firebase" ? ["www.googleapis.com:443"] : [];
  const oidc = config.admin.mode === "on"
    ? config.admin.oidc?.hosts.map((host) => hostAndPort(`https://${host}`)) ?? []
    : [];
  return [
    ...(config.webhookTargets.local ? LOCAL_HOSTS : []),
    `${config.hostname}:${config.port}`,
    `${config.hostname}:${config.framePort}`,
    ...(config.opsPort === undefined ? [] : [`${config.opsHost}:${config.opsPort}`]),
    ...identity,
    ...oidc,
    ...LOOKUP_HOSTS[config.lookupSource.kind],
    ...apple,
    ...urls.flatMap((url) => (url === undefined ? [] : [hostAndPort(url)])),
  ];
}

function hostAndPort(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  const standard: Readonly<Record<string, string>> = {
    "https:": "443",
    "http:": "80",
    "postgres:": "5432",
    "postgresql:": "5432",
    "smtp:": "25",
  };
  return `${hostname}:${port || standard[protocol] || "443"}`;
}

/** The product's settings, and nothing else from the environment. */
function settings(): Record<string, string> {
  const remote = SERVICE_NAMES.flatMap((
    name,
  ) => [`STAGING_${name.toUpperCase()}_URL`, `PRODUCTION_${name.toUpperCase()}_URL`]);
  const secrets = ["SECRETS_DIR", ...SECRETS.map((name) => `${name}_FILE`)];
  const pairs = [...SETTINGS, ...secrets, ...remote, "PATH", "HOME", "NO_COLOR"].flatMap((name): [string, string][] => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(pairs), ...tracesSetting() };
}

/** The runtime's own `OTEL_DENO` stays here: its spans carry whole addresses. The server records spans of its own. */
function tracesSetting(): Record<string, string> {
  const url = readConfig(Deno.env.toObject()).traces?.url;
  return url === undefined ? {} : { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url };
}

async function main(): Promise<void> {
  const config = readConfig(Deno.env.toObject());
  const startedMs = performance.now();
  if (await build({ keepMs: KEEP_OLD_MS })) console.log(`Built in ${Math.round(performance.now() - startedMs)} ms`);
  const child = new Deno.Command(Deno.execPath(), {
    args: [...serverArguments(config)],
    cwd: ROOT,
    clearEnv: true,
    env: settings(),
  }).spawn();
  let isRunning = true;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    // A server that has ended needs no signal, and `kill` would throw.
    Deno.addSignalListener(signal, () => isRunning && child.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
  }
  const { code } = await child.status;
  isRunning = false;
  Deno.exit(code);
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof ConfigError ? `Cannot start: ${error.message}` : error);
    Deno.exit(1);
  }
}
