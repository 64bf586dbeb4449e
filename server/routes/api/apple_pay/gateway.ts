/** Which addresses may be asked for an Apple Pay merchant session: a strict list, compared character by character. */

const PATHS = ["/paymentservices/startSession", "/paymentservices/paymentSession"];
const MAX_URL_CHARS = 300;

/** The address when it is one of Apple's gateways and nothing else, or undefined. */
export function readGatewayUrl(value: unknown, hosts: readonly string[]): URL | undefined {
  if (typeof value !== "string" || value.length > MAX_URL_CHARS || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  const isExact = url.href === value && url.protocol === "https:" && url.port === "" && url.username === "" &&
    url.password === "" && url.search === "" && url.hash === "";
  return isExact && hosts.includes(url.hostname) && PATHS.includes(url.pathname) ? url : undefined;
}
