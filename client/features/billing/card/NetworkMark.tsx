/** The mark of a card's network as a small card; a plain card for a network without one. Decoration beside its name. */
import { own } from "../../../../server/wire/own_entry.ts";
import { Icon } from "../../../ui/pictures/Icon.tsx";

interface Mark {
  readonly paper: string;
  readonly ink: string;
  readonly word: string;
}

/** By the networks' names in the payment service. */
const MARKS: Readonly<Record<string, Mark>> = {
  visa: { paper: "#ffffff", ink: "#1434cb", word: "VISA" },
  amex: { paper: "#1270c4", ink: "#ffffff", word: "AMEX" },
  discover: { paper: "#ffffff", ink: "#b1430f", word: "DISC" },
};

export function NetworkMark({ network }: { readonly network: string }) {
  const mark = own(MARKS, network);
  if (mark === undefined && network !== "mastercard") return <Icon name="card" />;
  return (
    <svg className="network-mark" viewBox="0 0 36 24" width="36" height="24" aria-hidden>
      <rect x=".5" y=".5" width="35" height="23" rx="4" fill={mark?.paper ?? "#ffffff"} stroke="#d5dde5" />
      {mark === undefined
        ? (
          <>
            <circle cx="14" cy="12" r="7" fill="#eb001b" />
            <circle cx="22" cy="12" r="7" fill="#f79e1b" fillOpacity=".85" />
          </>
        )
        : (
          <text x="18" y="15.500" textAnchor="middle" textLength="25" fontSize="10" fontWeight="800" fill={mark.ink}>
            {mark.word}
          </text>
        )}
    </svg>
  );
}
