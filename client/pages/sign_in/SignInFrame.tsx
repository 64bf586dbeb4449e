/** The frame of the screens that lead into the account: one card with what to do first, and the other way in last. */
import type { ReactNode } from "react";
import { Page } from "../../ui/layout/Page.tsx";

export interface SignInFrameProps {
  readonly title: string;
  readonly children: ReactNode;
  /** For those who cannot get in this way. */
  readonly otherWay: ReactNode;
}

export function SignInFrame({ title, children, otherWay }: SignInFrameProps) {
  return (
    <Page title={title} width="narrow" heading={false}>
      <div className="sign-in">
        <h1>{title}</h1>
        {children}
        <p className="small muted">{otherWay}</p>
      </div>
    </Page>
  );
}
