/**
 * The body of every page: names the document, shows where the page belongs, and takes the focus when the route changes.
 */
import { type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router-dom";
import { Icon } from "../../ui/pictures/Icon.tsx";

export interface Crumb {
  readonly to: string;
  readonly name: string;
}

export interface ScreenProps {
  /** Title of the document and h1. */
  readonly title: string;
  /** Pages above this one. */
  readonly crumbs?: readonly Crumb[];
  /** Beside the title: a state. */
  readonly state?: ReactNode;
  /** Below the title, in one line. */
  readonly lead?: ReactNode;
  /** At the end of the title's line: what can be done here. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Screen({ title, crumbs = [], state, lead, actions, children }: ScreenProps) {
  const main = useRef<HTMLElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
  useEffect(() => {
    // Never on the first load; and a page that has set the focus itself keeps it.
    if (key === "default" || main.current?.contains(document.activeElement) === true) return;
    main.current?.focus({ preventScroll: true });
  }, []);
  return (
    <main ref={main} id="content" tabIndex={-1} className="screen">
      {crumbs.length > 0 && <Crumbs crumbs={crumbs} />}
      <header className="screen__head">
        <div className="screen__title">
          <h1>{title}</h1>
          {state}
        </div>
        {actions !== undefined && <div className="screen__actions">{actions}</div>}
        {lead !== undefined && <div className="screen__lead muted">{lead}</div>}
      </header>
      {children}
    </main>
  );
}

function Crumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="crumbs">
      <ol>
        {crumbs.map(({ to, name }) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
            <Icon name="down" size={14} className="crumbs__mark" />
          </li>
        ))}
      </ol>
    </nav>
  );
}
