/** One line icon; decorative unless it is given a label. */
import { ICON_PATHS, type IconName } from "./icon_paths.ts";
import { cx } from "../../lib/format/class_names.ts";

export interface IconProps {
  readonly name: IconName;
  /** Read aloud; without it the icon is hidden from assistive technology. */
  readonly label?: string;
  readonly size?: number;
  readonly className?: string;
}

export function Icon({ name, label, size = 24, className }: IconProps) {
  const named = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    <svg
      className={cx("icon", className)}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...named}
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
