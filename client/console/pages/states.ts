/** States on the wire as a word and the tone of its chip. */
import { own } from "../../../server/wire/own_entry.ts";
import { words } from "../format/words.ts";
import type { Tone } from "../ui/Chip.tsx";

const TONES: Readonly<Record<string, Tone>> = {
  // Plans
  trial: "busy",
  active: "good",
  past_due: "bad",
  paused: "warning",
  cancelled: "quiet",
  ended: "quiet",
  // Charges
  sending: "busy",
  succeeded: "good",
  failed: "bad",
  refunded: "warning",
  partly_refunded: "warning",
  mismatch: "bad",
  // Emails
  waiting: "busy",
  sent: "good",
  erased: "quiet",
  // Disputes
  needs_answer: "bad",
  needs_response: "bad",
  open: "bad",
  under_review: "busy",
  answered: "busy",
  won: "good",
  lost: "bad",
  accepted: "quiet",
  expired: "bad",
  closed: "quiet",
  // Moves
  refused: "bad",
  undecided: "warning",
  // Entries of a timeline
  ok: "good",
};

export interface StateWords {
  readonly tone: Tone;
  readonly word: string;
}

export function stateWords(state: string): StateWords {
  return { tone: own<Tone | undefined>(TONES, state) ?? "quiet", word: words(state) };
}
