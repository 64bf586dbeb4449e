/** A country's flag, always beside the country's name; nothing where the code is not a country's. */
import { findCountry } from "../../lib/format/countries.ts";
import { flagAddress } from "../../lib/format/pictures_address.ts";

export function Flag({ code }: { readonly code: string }) {
  if (findCountry(code) === undefined) return null;
  return <img className="flag" src={flagAddress(code)} width={24} height={16} alt="" loading="lazy" />;
}
