/** Addresses of pictures; the build knows their names. */
declare const PICTURES_ADDRESS: string;
declare const FLAGS_ADDRESS: string;

/** Of the sprite. */
export function picturesAddress(): string {
  return typeof PICTURES_ADDRESS === "undefined" ? "" : PICTURES_ADDRESS;
}

/** Of a country's flag. */
export function flagAddress(country: string): string {
  return `${typeof FLAGS_ADDRESS === "undefined" ? "" : FLAGS_ADDRESS}/${country}.svg`;
}
