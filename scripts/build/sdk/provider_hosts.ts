/** The hosts to which the SDK of a build, package or release follows a session. */
import { type Env, fail, readOrigin, trimAddresses } from "../../../server/config/values.ts";

/**
 * Of PUBLIC_ORIGIN, FRAME_ORIGIN and PROVIDER_HOSTS, with the port where it is not the default. Without them none: a
 * page on loopback follows every session to loopback.
 */
export function readProviderHosts(given: Env): readonly string[] {
  const env = trimAddresses(given);
  const origins = ["PUBLIC_ORIGIN", "FRAME_ORIGIN"].filter((name) => (env[name] ?? "") !== "")
    .map((name) => new URL(readOrigin(env, name, "")).host);
  return [...new Set([...origins, ...readFurther(env)])];
}

function readFurther({ PROVIDER_HOSTS = "" }: Env): readonly string[] {
  const hosts = PROVIDER_HOSTS.split(/\s+/).filter((host) => host !== "");
  const wrong = hosts.find((host) =>
    !/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`https://${host}`) || new URL(`https://${host}`).host !== host
  );
  if (wrong === undefined) return hosts;
  fail(`PROVIDER_HOSTS must be host names such as pay.example, separated by blanks: "${wrong}" is none`);
}
