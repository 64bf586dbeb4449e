/** Whether this browser has Apple Pay built in and this device can pay with it; none of Apple's scripts is loaded. */
export function canUseApplePay(page: object = globalThis): boolean {
  try {
    const api: unknown = Reflect.get(page, "ApplePaySession");
    return typeof api === "function" && Reflect.get(api, "canMakePayments").call(api) === true;
  } catch {
    return false;
  }
}
