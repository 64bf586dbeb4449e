/** Settings of what operators read: traces, the operations port, and the stamp of the last backup. */
import { type Env, fail, readPort, refuseStrayPercent } from "./values.ts";
import type { TracesConfig } from "../platform/telemetry/exporter.ts";

export interface TelemetryConfig {
  /** Where spans go; undefined: none are recorded. */
  readonly traces: TracesConfig | undefined;
  /** Port for probes and metrics only; undefined: only the app origin has them. */
  readonly opsPort: number | undefined;
  /** Interface of the operations port. */
  readonly opsHost: string;
  /** A file that every successful backup touches; empty: the age of the backup is not known. */
  readonly backupStamp: string;
}

const DEFAULT_COLLECTOR = "http://localhost:4318";

export function readTelemetry(env: Env): TelemetryConfig {
  return {
    traces: readTraces(env),
    opsPort: (env.OPS_PORT ?? "") === "" ? undefined : readPort(env, "OPS_PORT", 0),
    opsHost: env.OPS_HOST || "127.0.0.1",
    backupStamp: env.BACKUP_STAMP ?? "",
  };
}

/**
 * The names of OpenTelemetry's own settings; `OTEL_DENO=true`, the runtime's own setting, means the usual collector.
 */
function readTraces(env: Env): TracesConfig | undefined {
  const own = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? "";
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT || (isOn(env.OTEL_DENO) ? DEFAULT_COLLECTOR : "");
  if ((own === "" && base === "") || isOn(env.OTEL_SDK_DISABLED)) return undefined;
  const url = own === ""
    ? `${readAddress("OTEL_EXPORTER_OTLP_ENDPOINT", base).replace(/\/$/, "")}/v1/traces`
    : readAddress("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", own);
  return {
    url,
    headers: readHeaders(env.OTEL_EXPORTER_OTLP_HEADERS ?? ""),
    serviceName: env.OTEL_SERVICE_NAME || "trustcheck",
    ratio: readRatio(env.OTEL_TRACES_SAMPLER_ARG ?? ""),
  };
}

function readAddress(name: string, text: string): string {
  const isHttp = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  return isHttp ? text : fail(`${name} must be an http or https address: it is "${text}"`);
}

function isOn(text: string | undefined): boolean {
  return text === "true" || text === "1";
}

/** `name=value,name=value`, percent-encoded, as OpenTelemetry specifies. */
function readHeaders(text: string): Readonly<Record<string, string>> {
  refuseStrayPercent("OTEL_EXPORTER_OTLP_HEADERS", text);
  const pairs = text.split(",").map((pair) => pair.trim()).filter((pair) => pair !== "");
  return Object.fromEntries(pairs.map((pair) => {
    const at = pair.indexOf("=");
    if (at < 1) fail("OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs, separated by commas");
    return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
  }));
}

function readRatio(text: string): number {
  const ratio = text === "" ? 1 : Number(text);
  if (!(ratio >= 0 && ratio <= 1)) fail(`OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1: it is "${text}"`);
  return ratio;
}
