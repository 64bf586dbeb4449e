/**
 * Time zones of one country, of those that the numbering data lists for a calling code that several countries share.
 */

const known = new Map<string, ReadonlySet<string>>();

/** The zones of the country. Where the data lists none of them, such as Paris for Algiers: all that it has. */
export function zonesOfCountry(zones: readonly string[], region: string): readonly string[] {
  const all = countryZones(region);
  const own = zones.filter((zone) => all.has(zone));
  if (own.length > 0) return own;
  // A number that belongs to no place has none.
  return zones.length === 0 || all.size === 0 ? zones : [...all];
}

/** Cached: Intl takes longer than all other facts together. */
function countryZones(region: string): ReadonlySet<string> {
  const zones = known.get(region) ?? new Set(region === "" ? [] : zonesFromIntl(region));
  known.set(region, zones);
  return zones;
}

/** The language has this method, but its published types do not. */
function zonesFromIntl(region: string): readonly string[] {
  const { getTimeZones } = Intl.Locale.prototype as { getTimeZones?: () => readonly string[] | undefined };
  return getTimeZones?.call(new Intl.Locale(`und-${region}`)) ?? [];
}
