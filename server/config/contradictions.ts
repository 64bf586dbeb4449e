/** Stops the start when settings contradict each other; the message says what to set. */
import type { Hosts } from "./hosts.ts";
import type { Client } from "./merchants.ts";
import { hasSender, type IdentityConfig, type RemoteConfig } from "./services.ts";
import { fail, hostOf } from "./values.ts";
import { type Environment, environmentAt } from "../platform/environment.ts";

interface CheckedConfig extends Hosts {
  readonly demo: boolean;
  readonly publicOrigin: string;
  /** Whether a setting names it. */
  readonly hasOwnOrigin: boolean;
  readonly trustedHops: number;
  readonly frameOrigin: string;
  readonly remote: RemoteConfig;
  readonly identity: IdentityConfig;
  readonly paymentsClients: readonly Client[];
  readonly smtpUrl: string;
}

export function refuseContradictions(config: CheckedConfig): void {
  if (config.kind === "loopback") return refuseUnnamedProxy(config);
  if (config.demo) refuseRealMoney(config);
  else refuseSimulators(config);
}

/** A proxy lets others in, to the mailbox and the other pages that only this machine may reach. */
function refuseUnnamedProxy({ trustedHops, hasOwnOrigin }: CheckedConfig): void {
  if (trustedHops > 0 && !hasOwnOrigin) {
    fail("Set PUBLIC_ORIGIN and FRAME_ORIGIN to the names people use, or unset TRUSTED_HOPS: without a proxy it is 0");
  }
}

/** Demonstration: every page says that no payment is real. */
function refuseRealMoney({ remote }: CheckedConfig): void {
  for (const service of ["payments", "subscriptions", "recurring"] as const) {
    for (const environment of ["staging", "production"] as const) {
      if (remote[service][environment] === undefined) continue;
      const setting = settingOf(environment, service.toUpperCase());
      fail(`Unset ${setting} or DEMO: with DEMO=1 every page says that nothing is charged`);
    }
  }
}

/** Simulators take no money and check no identity, so a public host may never reach one. */
function refuseSimulators(config: CheckedConfig): void {
  const { remote, publicOrigin, frameOrigin, identity, paymentsClients } = config;
  for (const host of config.appHosts) {
    const environment = environmentAt(config, host);
    if (remote.payments[environment] === undefined) {
      fail(
        `Set ${settingOf(environment, "PAYMENTS")}: ${why(environment, host)}, and payments of a public host cannot ` +
          "be simulated (or set DEMO=1)",
      );
    }
  }
  if (identity.mode === "embedded") {
    const [other] = Object.keys(remote.identity);
    const isNoHelp = other === undefined ? "" : `: ${other.toUpperCase()}_IDENTITY_URL signs no member in`;
    fail(`Set FIREBASE_PROJECT_ID and the other FIREBASE_ settings, or DEMO=1, on a public host${isNoHelp}`);
  }
  if (paymentsClients.some(({ secret }) => secret === DEMO_SECRET)) {
    fail("Set PAYMENTS_CLIENTS to your own id:secret: the secret of the demonstration is public");
  }
  const own = environmentAt(config, hostOf(publicOrigin));
  if (environmentAt(config, hostOf(frameOrigin)) !== own) {
    fail(`PUBLIC_ORIGIN and FRAME_ORIGIN must both be staging or both production: PUBLIC_ORIGIN is ${own}`);
  }
  refuseMixedMoney(config, own);
  refuseSilence(config);
}

/** The mailbox page, where emails stay without SMTP, exists on loopback only. */
function refuseSilence({ smtpUrl }: CheckedConfig): void {
  if (smtpUrl === "") {
    fail("Set SMTP_URL, or DEMO=1: a public host sends receipts, confirmations of cancellations and codes by email");
  }
  if (!hasSender(smtpUrl)) fail("Set the sender of emails in SMTP_URL, such as ?from=no-reply%40shop.example");
}

/** The embedded subscriptions service pays through one payments service: the one for PUBLIC_ORIGIN. */
function refuseMixedMoney(config: CheckedConfig, own: Environment): void {
  for (const host of config.appHosts) {
    const environment = environmentAt(config, host);
    if (environment === own) continue;
    for (const service of ["subscriptions", "recurring"] as const) {
      if (config.remote[service][environment] !== undefined) continue;
      fail(
        `Set ${settingOf(environment, service.toUpperCase())} or take ${host} out of APP_HOSTS: ` +
          `${why(environment, host)}, and the embedded subscriptions are paid in ${own}`,
      );
    }
  }
}

/** The secret in the default value of PAYMENTS_CLIENTS. */
const DEMO_SECRET = "demo-secret";

function settingOf(environment: Environment, service: string): string {
  return `${environment.toUpperCase()}_${service}_URL`;
}

function why(environment: Environment, host: string): string {
  return environment === "staging" ? `${host} holds "dev." or "localhost" and is staging` : `${host} is production`;
}
