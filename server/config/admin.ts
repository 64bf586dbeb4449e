/**
 * Settings of the operator's console: off without `ADMIN=on`, and the identity provider that operators sign in with.
 */
import { type Env, fail, hostOf } from "./values.ts";

export interface OidcConfig {
  /** Exactly as the provider's tokens name it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the button on the sign-in screen says. */
  readonly name: string;
  /** The claim that names the role; empty: the role is that of the operator's row. */
  readonly roleClaim: string;
  /** Hosts of the provider's endpoints, the issuer's own first. */
  readonly hosts: readonly string[];
}

export type AdminConfig =
  | { readonly mode: "off" }
  | { readonly mode: "on"; readonly oidc: OidcConfig | undefined };

interface AdminOptions {
  readonly publicOrigin: string;
  readonly loopback: boolean;
}

export function readAdmin(env: Env, { publicOrigin, loopback }: AdminOptions): AdminConfig {
  const setting = env.ADMIN || "off";
  if (setting === "off") return { mode: "off" };
  if (setting !== "on") fail(`ADMIN must be on or off: it is "${setting}"`);
  if (!loopback && !publicOrigin.startsWith("https:")) {
    fail(
      "Set PUBLIC_ORIGIN to an https address, or unset ADMIN: the console's session must not cross a network in clear",
    );
  }
  return { mode: "on", oidc: readOidc(env) };
}

function readOidc(env: Env): OidcConfig | undefined {
  const issuer = env.ADMIN_OIDC_ISSUER ?? "";
  if (issuer === "") return undefined;
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.test(url.hostname));
  if (url === undefined || !isSafe || url.search !== "" || url.hash !== "") {
    fail(`ADMIN_OIDC_ISSUER must be an https address: it is "${issuer}"`);
  }
  const need = (name: string) => env[name] || fail(`Set ${name}: ADMIN_OIDC_ISSUER is set, so it is needed too`);
  const more = (env.ADMIN_OIDC_HOSTS ?? "").split(/\s+/).filter((host) => host !== "");
  for (const host of more) {
    if (host.includes(",") || !URL.canParse(`https://${host}`) || new URL(`https://${host}`).host !== host) {
      fail(`ADMIN_OIDC_HOSTS must be host names separated by spaces: "${host}" is not`);
    }
  }
  return {
    issuer,
    clientId: need("ADMIN_OIDC_CLIENT_ID"),
    clientSecret: need("ADMIN_OIDC_CLIENT_SECRET"),
    name: env.ADMIN_OIDC_NAME || hostOf(issuer),
    roleClaim: env.ADMIN_OIDC_ROLE_CLAIM ?? "",
    hosts: [url.host, ...more],
  };
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;
