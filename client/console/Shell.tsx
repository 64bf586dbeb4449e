/** Around every page: where to go, the one search box, and the operator. */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { NavLink, useLocation, useNavigate } from "react-router-dom";
import { Icon } from "../ui/pictures/Icon.tsx";
import type { IconName } from "../ui/pictures/icon_paths.ts";
import type { Right } from "../../server/wire/admin/roles.ts";
import { failureText } from "./api/failure.ts";
import { words } from "./format/words.ts";
import { PATHS } from "./pages/paths.ts";
import { forgetSearch, runSearch, useSearch } from "./session/search_store.ts";
import { type SignedIn, useMay, useSession } from "./session/session.tsx";

interface Place {
  readonly to: string;
  readonly name: string;
  readonly icon: IconName;
  readonly right: Right;
}

const PLACES: readonly Place[] = [
  { to: PATHS.search, name: "Customers", icon: "people", right: "customers" },
  { to: PATHS.disputes, name: "Disputes", icon: "shield", right: "disputes" },
  { to: PATHS.differences, name: "Differences", icon: "bank", right: "differences" },
  { to: PATHS.figures, name: "Figures", icon: "line", right: "figures" },
  { to: PATHS.audit, name: "Audit log", icon: "report", right: "audit" },
  { to: PATHS.operators, name: "Operators", icon: "lock", right: "operators" },
];

export function Shell({ session, children }: { readonly session: SignedIn; readonly children: ReactNode }) {
  const may = useMay();
  const side = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    // On a phone the places do not all fit: the current one is scrolled into the middle.
    const here = side.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (!here || side.current === null) return;
    side.current.scrollLeft = here.offsetLeft - (side.current.clientWidth - here.offsetWidth) / 2;
  }, [pathname]);
  return (
    <div className="shell">
      <a className="skip-link" href="#content">Skip to content</a>
      <header className="bar">
        <NavLink to={PATHS.search} className="bar__name">
          TrustCheck <span>Console</span>
        </NavLink>
        <SearchBox />
        <Operator session={session} />
        {session.simulated && <p className="simulated">Payments are simulated: nothing here moves real money.</p>}
      </header>
      <nav ref={side} className="side" aria-label="Console">
        <ul>
          {PLACES.filter(({ right }) => may(right)).map(({ to, name, icon }) => (
            <li key={to}>
              <NavLink to={to} end={to === PATHS.search}>
                <Icon name={icon} size={18} />
                <span>{name}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="content">
        {children}
        <footer className="content__zone small muted">Days and times are in UTC.</footer>
      </div>
    </div>
  );
}

const MIN_QUERY = 3;

function SearchBox() {
  const { calls } = useSession();
  const navigate = useNavigate();
  const { query, isBusy } = useSearch();
  const [typed, setTyped] = useState(query);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== "/" || isTyping(event.target)) return;
      event.preventDefault();
      field.current?.select();
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = typed.trim();
    if (wanted.length < MIN_QUERY) return field.current?.focus();
    void navigate(PATHS.search);
    void runSearch(wanted, (text) => calls.search(text));
  };
  return (
    <form role="search" className="search" onSubmit={submit}>
      <Icon name="search" size={18} />
      <input
        ref={field}
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        placeholder="Email, number, last four, reference"
        aria-label="Search by email, phone number, last four digits, reference or request id"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={320}
        data-testid="search"
      />
      <button type="submit" className="search__go" aria-busy={isBusy} data-testid="search-go">Search</button>
    </form>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement &&
    (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest("dialog") !== null);
}

function Operator({ session: { operator } }: { readonly session: SignedIn }) {
  const { signOut } = useSession();
  const [error, setError] = useState("");
  const leave = () => {
    setError("");
    signOut().then(forgetSearch).catch((reason: unknown) => setError(failureText(reason)));
  };
  return (
    <div className="operator">
      <span className="operator__who">
        <span className="operator__email">{operator.email}</span>
        <span className="muted">{words(operator.role)}</span>
      </span>
      <button
        type="button"
        className="icon-button"
        onClick={leave}
        aria-label="Sign out"
        title="Sign out"
        data-testid="sign-out"
      >
        <Icon name="exit" size={18} />
      </button>
      <span role="alert" className="visually-hidden">{error}</span>
    </div>
  );
}
