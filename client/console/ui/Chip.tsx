/** The state of a row: a word with a mark, and a colour that repeats it. */
import type { ReactNode } from "react";
import { Icon } from "../../ui/pictures/Icon.tsx";
import type { IconName } from "../../ui/pictures/icon_paths.ts";

export type Tone = "good" | "busy" | "warning" | "bad" | "quiet";

const MARKS: Readonly<Record<Tone, IconName>> = {
  good: "check",
  busy: "clock",
  warning: "warning",
  bad: "close",
  quiet: "minus",
};

export function Chip({ tone = "quiet", children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span className={`chip chip--${tone}`}>
      <Icon name={MARKS[tone]} size={14} />
      {children}
    </span>
  );
}
