/**
 * Countries with their territories under one calling code, as a caller from there would say: Åland is Finland, Puerto
 * Rico the United States. Countries that only share a code, such as Russia and Kazakhstan, are not listed.
 */
const WITH_TERRITORIES: readonly string[] = [
  "US PR VI GU AS MP",
  "GB GG IM JE",
  "AU CC CX",
  "FI AX",
  "NO SJ",
  "MA EH",
  "SH TA",
  "CW BQ",
  "RE YT",
  "GP BL MF",
];

/** Whether one is a territory of the other, or both are territories of one country; each is ISO 3166 alpha-2. */
export function isSameOrTerritory(one: string, other: string): boolean {
  return one === other || WITH_TERRITORIES.some((group) => group.includes(one) && group.includes(other));
}
