/** The card networks that are accepted, as small marks in the line of the card number's label. */
import { t } from "../../../i18n/t.ts";
import { NetworkMark } from "../../../ui/pictures/NetworkMark.tsx";

const ACCEPTED = ["visa", "mastercard", "amex", "discover"] as const;

export function AcceptedBrands() {
  return (
    <p className="brands" data-testid="accepted-brands">
      <span className="visually-hidden">{t("Visa, Mastercard, American Express, and Discover accepted")}</span>
      {ACCEPTED.map((network) => <NetworkMark key={network} network={network} />)}
    </p>
  );
}
