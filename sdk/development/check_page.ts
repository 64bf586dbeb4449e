/** Mistakes in the page around the checkout: style sheet, https, and the content security policy. */
import { advise } from "./advise.ts";
import { urlOf } from "./url_of.ts";

const ELEMENTS = ".payrails-card-form, .payrails-button, .payrails-dropin";
/** Set by the style sheet on each element, and by no option. */
const MARK = "--payrails-field-border";
/** Style sheets load beside scripts; one that has not arrived by then is missed by shoppers, too. */
const STYLES_DEADLINE_MS = 1500;

/** Hosts of the wallets' scripts and sheets. */
const WALLETS = /(^|\.)(google|gstatic|cdn-apple|apple|paypal|paypalobjects)\.com$/;

export function checkPage(): void {
  if (globalThis.isSecureContext === false) advise("insecure_page");
  // Adding the same listener again changes nothing.
  globalThis.document?.addEventListener("securitypolicyviolation", nameBlocked);
}

/** Looks at an element of the SDK some time after the page has made one. */
export function checkStyles(): void {
  setTimeout(() => {
    const element = globalThis.document?.querySelector?.(ELEMENTS);
    if (!element || getComputedStyle(element).getPropertyValue(MARK) !== "") return;
    advise("no_stylesheet");
  }, STYLES_DEADLINE_MS);
}

/** Origins of the payment session, besides those of the wallets: other violations are not the SDK's. */
const origins = new Set<string>();

export function watchOrigin(address: unknown): void {
  const url = urlOf(address);
  if (url !== undefined) origins.add(url.origin);
}

function nameBlocked({ disposition, blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void {
  // A policy that only reports blocks nothing.
  const url = urlOf(blockedURI);
  if (disposition === "report" || url === undefined) return;
  const { origin, hostname } = url;
  if (!origins.has(origin) && !WALLETS.test(hostname)) return;
  advise("csp", { blocked: blockedURI, origin, directive: effectiveDirective.replace(/-(elem|attr)$/, "") });
}
