/** The mark of a card's network as a small card; a plain card for a network without one. Decoration beside its name. */
import type { ReactNode } from "react";
import { own } from "../../../server/wire/own_entry.ts";
import { Icon } from "./Icon.tsx";

interface Mark {
  readonly paper: string;
  /** Between the paper and the letters. */
  readonly shapes?: ReactNode;
  /** Drawn, so that they are the same in every font. */
  readonly letters?: string;
  readonly ink?: string;
}

/** By the networks' names in the payment service. */
const MARKS: Readonly<Record<string, Mark>> = {
  visa: {
    paper: "#1a2a6c",
    letters:
      "M6.5 6.5l2 7h1.5l3-7M14.8 6.5l-1.2 7M20 7.5c-2-1.5-4-.2-3 1.5.6 1 2.6 1 2.3 2.7-.3 1.5-2.6 1.6-4 .6M21.5 13.5l3-7h1l1.2 7M22.6 11.2h3.6",
  },
  mastercard: {
    paper: "#20252b",
    shapes: (
      <>
        <circle cx="11.5" cy="10" r="5.8" fill="#eb2a2e" />
        <circle cx="18.5" cy="10" r="5.8" fill="#f79e1b" />
        <path d="M15 5.4a5.8 5.8 0 0 1 0 9.2a5.8 5.8 0 0 1 0-9.2z" fill="#ff6a1f" />
      </>
    ),
  },
  amex: {
    paper: "#1270c4",
    letters:
      "M3.5 13.5l2.5-7 2.5 7M4.5 11.5h3M10 13.5v-7l2.5 4 2.5-4v7M21 6.5h-4v7h4M17 10h3.5M22.5 6.5l4.5 7M27 6.5l-4.5 7",
  },
  discover: {
    paper: "#f1f4f7",
    shapes: <path d="M30 11v6a3 3 0 0 1-3 3H14a22 22 0 0 0 16-9z" fill="#ff6a1f" />,
    letters:
      "M4 6.5v7c5 0 5-7 0-7zM10.5 6.5v7M16.5 7.5c-2-1.5-4-.2-3 1.5.6 1 2.6 1 2.3 2.7-.3 1.5-2.6 1.6-4 .6M23.5 7.5c-2-1.8-4.5-.5-4.5 2.5s2.5 4.3 4.5 2.5",
    ink: "#20252b",
  },
};

export function NetworkMark({ network }: { readonly network: string }) {
  const mark = own(MARKS, network);
  if (mark === undefined) return <Icon name="card" />;
  const { paper, shapes, letters, ink = "#fff" } = mark;
  return (
    <svg className="network-mark" viewBox="0 0 30 20" aria-hidden>
      <rect width="30" height="20" rx="3" fill={paper} />
      {shapes}
      {letters !== undefined && <path className="network-mark__letters" d={letters} stroke={ink} />}
    </svg>
  );
}
