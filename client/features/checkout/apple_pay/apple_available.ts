/** Whether this browser has Apple Pay built in and this device can pay with it; no script of Apple's is loaded. */
export function canUseApplePay(page: object = globalThis): boolean {
  try {
    const api: unknown = Reflect.get(page, "ApplePaySession");
    return typeof api === "function" && Reflect.get(api, "canMakePayments").call(api) === true;
  } catch {
    return false;
  }
}
