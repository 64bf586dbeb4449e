/** When rendering fails, shows one sentence and a way to continue (W-ERR-01). */
import { t } from "../i18n/t.ts";
import { Component, type ReactNode } from "react";

export const RENDER_FAILED = t("Something went wrong");

/** The root reports the error (client/main.tsx). */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <RenderFailed /> : this.props.children;
  }
}

export function RenderFailed() {
  return (
    <main className="page page--narrow">
      <div className="stack" role="alert">
        <h1>{RENDER_FAILED}</h1>
        <p>{t("Everything you entered is still here, and you haven't been charged. Reload the page to continue.")}</p>
        <div>
          <button type="button" className="button button--primary" onClick={() => location.reload()}>
            {t("Reload page")}
          </button>
        </div>
      </div>
    </main>
  );
}
