/** The steps of a running check: what is checked, and what was found. */
import { cx } from "../../lib/format/class_names.ts";
import { Icon } from "../pictures/Icon.tsx";
import type { PictureName } from "../../drawings/pictures.ts";
import { Picture } from "../pictures/Picture.tsx";

export interface ScanStep {
  readonly key: string;
  readonly picture: PictureName;
  readonly title: string;
  readonly state: "waiting" | "running" | "done";
  readonly finding: string;
}

export function ScanSteps({ steps, label }: { readonly steps: readonly ScanStep[]; readonly label: string }) {
  return (
    <ol className="scan" aria-label={label}>
      {steps.map((step) => (
        <li
          key={step.key}
          className={cx("scan__row", step.state !== "waiting" && `scan__row--${step.state}`)}
          data-step={step.key}
        >
          <span className="scan__icon">
            {step.state === "done" ? <Icon name="check" size={20} /> : <Picture name={step.picture} size={28} />}
          </span>
          <span className="scan__words">
            <span className="scan__title">{step.title}</span>
            <span className="scan__finding">{step.state === "done" ? step.finding : ""}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
