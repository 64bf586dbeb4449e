/** An empty list says why it is empty, and what to do next. */
import type { ReactNode } from "react";
import { Icon } from "../../ui/pictures/Icon.tsx";
import type { IconName } from "../../ui/pictures/icon_paths.ts";

export interface NothingProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function Nothing({ icon, title, children, action }: NothingProps) {
  return (
    <div className="nothing">
      <span className="nothing__mark">
        <Icon name={icon} size={22} />
      </span>
      <p className="nothing__title">{title}</p>
      {children !== undefined && <div className="muted">{children}</div>}
      {action}
    </div>
  );
}
