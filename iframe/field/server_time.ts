/** The date by the server's clock: a device whose clock is wrong would call a valid card expired. */
let skewMs = 0;

/** `ms`: what to add to this device's clock. */
export function agreeWithServer(ms: number): void {
  skewMs = ms;
}

export function serverNow(): Date {
  return new Date(Date.now() + skewMs);
}
