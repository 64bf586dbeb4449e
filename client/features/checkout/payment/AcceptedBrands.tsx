/** The card networks that are accepted, as small marks in the line of the card number's label. */
import { t } from "../../../i18n/t.ts";

export function AcceptedBrands() {
  return (
    <p className="brands" data-testid="accepted-brands">
      <span className="visually-hidden">{t("Visa, Mastercard, American Express and Discover accepted")}</span>
      <svg viewBox="0 0 30 20" aria-hidden>
        <rect width="30" height="20" rx="3" fill="#1a2a6c" />
        <path d="M6.500 6.500l2 7h1.500l3-7M14.800 6.500l-1.200 7M20 7.500c-2-1.500-4-.2-3 1.500.6 1 2.600 1 2.300 2.700-.3 1.500-2.600 1.600-4 .6M21.500 13.500l3-7h1l1.200 7M22.600 11.200h3.600" />
      </svg>
      <svg viewBox="0 0 30 20" aria-hidden>
        <rect width="30" height="20" rx="3" fill="#20252b" />
        <circle cx="11.500" cy="10" r="5.800" fill="#eb2a2e" />
        <circle cx="18.500" cy="10" r="5.800" fill="#f79e1b" />
        <path
          className="brands__plain"
          d="M15 5.400a5.800 5.800 0 0 1 0 9.200a5.800 5.800 0 0 1 0-9.200z"
          fill="#ff6a1f"
        />
      </svg>
      <svg viewBox="0 0 30 20" aria-hidden>
        <rect width="30" height="20" rx="3" fill="#1270c4" />
        <path d="M3.500 13.500l2.500-7 2.500 7M4.500 11.500h3M10 13.500v-7l2.500 4 2.500-4v7M21 6.500h-4v7h4M17 10h3.500M22.500 6.500l4.500 7M27 6.500l-4.500 7" />
      </svg>
      <svg viewBox="0 0 30 20" aria-hidden>
        <rect width="30" height="20" rx="3" fill="#f1f4f7" />
        <path className="brands__plain" d="M30 11v6a3 3 0 0 1-3 3H14a22 22 0 0 0 16-9z" />
        <path
          className="brands__dark"
          d="M4 6.500v7c5 0 5-7 0-7zM10.500 6.500v7M16.500 7.500c-2-1.500-4-.2-3 1.500.6 1 2.600 1 2.300 2.700-.3 1.500-2.600 1.600-4 .6M23.500 7.500c-2-1.800-4.500-.5-4.500 2.500s2.500 4.300 4.500 2.500"
        />
      </svg>
    </p>
  );
}
