/** The whole console in a small browser, at one address, with a fake server. */
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { App } from "../App.tsx";
import type { PasskeyBrowser } from "../session/SignIn.tsx";
import { SessionProvider, useSession } from "../session/session.tsx";
import type { FakeServer } from "./fake_calls.ts";

const DEVICE: PasskeyBrowser = {
  answerWithPasskey: () => Promise.resolve({ id: "p" }),
  createPasskey: () => Promise.resolve({ id: "p" }),
};

export interface ConsoleOptions {
  /** Below /admin. */
  readonly at?: string;
  readonly device?: Partial<PasskeyBrowser>;
}

export function consoleAt({ calls }: FakeServer, { at = "/", device = {} }: ConsoleOptions = {}): ReactNode {
  const Router = ({ children }: { readonly children: ReactNode }) => (
    <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
  );
  return <App calls={calls} loadPasskeys={() => Promise.resolve({ ...DEVICE, ...device })} router={Router} />;
}

/** One part inside an operator's session. */
export function inSession({ calls }: FakeServer, part: ReactNode): ReactNode {
  return (
    <MemoryRouter>
      <SessionProvider calls={calls}>
        <OnceSignedIn>{part}</OnceSignedIn>
      </SessionProvider>
    </MemoryRouter>
  );
}

function OnceSignedIn({ children }: { readonly children: ReactNode }) {
  return useSession().state.kind === "signed_in" ? children : null;
}
