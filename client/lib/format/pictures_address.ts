/** Addresses of pictures; the build knows their names. */
declare const PICTURES_ADDRESS: string;
declare const FLAGS_ADDRESS: string;
declare const MAPS_ADDRESS: string;
declare const MAPPED_COUNTRIES: string;

/** Of the sprite. */
export function picturesAddress(): string {
  return typeof PICTURES_ADDRESS === "undefined" ? "" : PICTURES_ADDRESS;
}

/** Of a country's flag. */
export function flagAddress(country: string): string {
  return `${typeof FLAGS_ADDRESS === "undefined" ? "" : FLAGS_ADDRESS}/${country}.svg`;
}

/** For a country's map; empty where there is no outline of the country. */
export function mapAddress(country: string): string {
  if (typeof MAPS_ADDRESS === "undefined" || !MAPPED_COUNTRIES.split(" ").includes(country)) return "";
  return `${MAPS_ADDRESS}/${country}.svg`;
}
