/** A phone number as every screen writes it: the groups of its country with spaces between them, "+1 650 253 0000". */
export function phoneText(international: string): string {
  return international.replaceAll("-", " ");
}
