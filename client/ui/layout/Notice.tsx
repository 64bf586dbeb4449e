/** A short message in the flow of a page: what happened, what is safe, what to do next. */
import type { ReactNode } from "react";
import { Icon } from "../pictures/Icon.tsx";
import type { IconName } from "../pictures/icon_paths.ts";

export type NoticeKind = "info" | "done" | "caution" | "error";

const ICONS: Readonly<Record<NoticeKind, IconName>> = {
  info: "info",
  done: "done",
  caution: "warning",
  error: "warning",
};

export interface NoticeProps {
  readonly kind?: NoticeKind;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** Announced at once; leave it off for notices that are present when the page opens. */
  readonly live?: boolean;
  readonly testId?: string;
}

export function Notice({ kind = "info", title, children, action, live = false, testId }: NoticeProps) {
  const role = live ? (kind === "error" ? "alert" : "status") : undefined;
  return (
    <div className={`notice notice--${kind}`} role={role} data-testid={testId}>
      <Icon name={ICONS[kind]} className="notice__icon" />
      <div className="stack stack--8">
        {title !== undefined && <p className="notice__title">{title}</p>}
        {children !== undefined && <div className="notice__body">{children}</div>}
        {action}
      </div>
    </div>
  );
}

/** Announces the error at once; draws nothing while there is none. */
export function ErrorNotice({ error, testId }: { readonly error: string; readonly testId?: string }) {
  if (error === "") return null;
  return (
    <Notice kind="error" live {...(testId === undefined ? {} : { testId })}>
      <p>{error}</p>
    </Notice>
  );
}
