/** How many look-ups are left, in words. */

/** "19 look-ups left today" and credits where there are any. */
export function leftText({ today, credits }: { readonly today: number; readonly credits: number }): string {
  const left = `${today} look-up${today === 1 ? "" : "s"} left today`;
  return credits === 0 ? `${left}.` : `${left}, ${credits} more in packs.`;
}
