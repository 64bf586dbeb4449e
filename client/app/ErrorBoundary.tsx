/** When rendering fails, shows one sentence and a way to continue (W-ERR-01). */
import { t } from "../i18n/t.ts";
import { Component, type ReactNode } from "react";
import { PART_MISSING } from "../lib/browser/lazy_page.ts";
import { ChunkLoadError } from "../lib/load_chunk.ts";

export const RENDER_FAILED = t("Something went wrong");

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** After a failure, a new place is drawn again. */
  readonly place?: unknown;
}

interface Failure {
  readonly error?: unknown;
  readonly failed: boolean;
}

/** The root reports the error (client/main.tsx). */
export class ErrorBoundary extends Component<ErrorBoundaryProps, Failure> {
  override state: Failure = { failed: false };

  static getDerivedStateFromError(error: unknown): Failure {
    return { failed: true, error };
  }

  override componentDidUpdate({ place }: ErrorBoundaryProps, { failed }: Failure): void {
    // A failure of this very update is of the new place.
    if (failed && place !== this.props.place) this.setState({ failed: false });
  }

  override render(): ReactNode {
    return this.state.failed ? <RenderFailed error={this.state.error} /> : this.props.children;
  }
}

/** Says nothing about charges: the screen after a payment can fail too. */
export function RenderFailed({ error }: { readonly error?: unknown }) {
  return (
    <main className="page page--narrow" id="content" tabIndex={-1}>
      <div className="stack" role="alert">
        <h1>{RENDER_FAILED}</h1>
        <p>
          {error instanceof ChunkLoadError ? PART_MISSING : t("We couldn't show this page. Reload it to continue.")}
        </p>
        <div>
          <button type="button" className="button button--primary" onClick={() => location.reload()}>
            {t("Reload page")}
          </button>
        </div>
      </div>
    </main>
  );
}
