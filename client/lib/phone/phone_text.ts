/** How the app writes a phone number: in international format, its groups apart by spaces that do not break. */
export function phoneText(number: string): string {
  return /^\+[\d -]+$/.test(number) ? number.replaceAll(/[ -]/g, "\u00a0") : number;
}
