/** Address of the picture sprite; the build knows its name. */
declare const PICTURES_ADDRESS: string;

export function picturesAddress(): string {
  return typeof PICTURES_ADDRESS === "undefined" ? "" : PICTURES_ADDRESS;
}
