/** The country of the number on a map, drawn from outlines that the app brings along; no map service is called. */
import { t } from "../../i18n/t.ts";
import type { PhoneLookup } from "../../../server/wire/members/report.ts";
import { countryName, placeLine } from "../../lib/format/countries.ts";
import { mapAddress } from "../../lib/format/pictures_address.ts";
import { Icon } from "../pictures/Icon.tsx";

export function AreaMap({ phone }: { readonly phone: PhoneLookup }) {
  const address = mapAddress(phone.countryCode);
  if (address === "") return null;
  return (
    <figure className="tile tile--map" data-testid="area-map">
      <img
        src={address}
        width={320}
        height={180}
        loading="lazy"
        alt={t("Map of {country} and its neighbors", { country: countryName(phone.countryCode) })}
      />
      <figcaption>
        <span className="tile__name">
          <Icon name="place" size={20} /> {t("Registered in")}
        </span>
        <span className="tile__value">{placeLine(phone)}</span>
        <span className="tiny muted">{t("The caller can be anywhere. Outlines: Natural Earth.")}</span>
      </figcaption>
    </figure>
  );
}
