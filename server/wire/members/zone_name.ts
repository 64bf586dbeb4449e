/** Names of time zones, for the screen and the PDF. */

/** "Indiana, Knox" of "America/Indiana/Knox": the place without its continent. */
export function zoneName(zone: string): string {
  return zone.split("/").slice(1).join(", ").replaceAll("_", " ") || zone;
}
