/** The country of the number on a map, drawn from outlines that ship with the app; no map service is called. */
import { t } from "../../i18n/t.ts";
import type { PhoneLookup } from "../../../server/wire/members/report.ts";
import { countryName } from "../../lib/format/countries.ts";
import { mapAddress } from "../../lib/format/pictures_address.ts";

export function AreaMap({ phone }: { readonly phone: PhoneLookup }) {
  const address = mapAddress(phone.countryCode);
  if (address === "") return null;
  return (
    <figure className="area-map" data-testid="area-map">
      <img
        src={address}
        width={320}
        height={180}
        loading="lazy"
        alt={t("Map of {country} and its neighbors", { country: countryName(phone.countryCode) })}
      />
      <figcaption className="tiny muted">{t("The caller could be anywhere. Outlines: Natural Earth.")}</figcaption>
    </figure>
  );
}
