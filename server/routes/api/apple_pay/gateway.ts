/** The addresses from which a merchant session may be requested: a strict list, compared character by character. */

const PATHS = ["/paymentservices/startSession", "/paymentservices/paymentSession"];
const MAX_URL_CHARS = 300;

/** The address if it is exactly one of Apple's gateways; otherwise undefined. */
export function readGatewayUrl(value: unknown, hosts: readonly string[]): URL | undefined {
  if (typeof value !== "string" || value.length > MAX_URL_CHARS || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  const isExact = url.href === value && url.protocol === "https:" && url.port === "" && url.username === "" &&
    url.password === "" && url.search === "" && url.hash === "";
  return isExact && hosts.includes(url.hostname) && PATHS.includes(url.pathname) ? url : undefined;
}
