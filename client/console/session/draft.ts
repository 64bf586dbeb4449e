/**
 * What an operator was typing in a dialog when the session ended: after the next sign-in in this tab, the page opens the
 * dialog with it again. It is for that operator and that page alone, and for an hour.
 */
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import * as z from "zod/mini";
import { browserArea, createSlot } from "../../lib/storage/storage.ts";
import { useSession } from "./session.tsx";

/** Later, the dialog opens empty. */
const KEPT_MS = 60 * 60_000;

const slot = createSlot({
  key: "console_draft",
  schema: z.nullable(z.object({
    operator: z.string(),
    page: z.string(),
    dialog: z.string(),
    typed: z.unknown(),
    keptAtMs: z.number(),
  })),
  fallback: null,
  area: browserArea("session"),
});

export interface Draft<Typed> {
  /** What was typed when the session ended, until the dialog closes; undefined in every other case. */
  readonly taken: Typed | undefined;
  /** Called with what is typed now; undefined while there is nothing to keep. */
  readonly follow: (typed: Typed | undefined) => void;
  /** The dialog has closed. */
  readonly end: () => void;
}

/** `dialog` tells the dialogs of a page apart. */
export function useDraft<Typed>(dialog: string, schema: z.ZodMiniType<Typed>): Draft<Typed> {
  const { state, isSignedIn } = useSession();
  const { pathname: page } = useLocation();
  const operator = state.kind === "signed_in" ? state.session.operator.id : "";
  const [taken, setTaken] = useState(() => {
    const kept = slot.read();
    if (kept === null) return undefined;
    const isOld = kept.operator !== operator || Date.now() - kept.keptAtMs > KEPT_MS;
    const isThis = kept.page === page && kept.dialog === dialog;
    if (isOld || isThis) slot.clear();
    return isOld || !isThis ? undefined : z.safeParse(schema, kept.typed).data;
  });
  const latest = useRef<Typed>(undefined);
  useEffect(() => () => {
    if (isSignedIn() || latest.current === undefined) return;
    slot.write({ operator, page, dialog, typed: latest.current, keptAtMs: Date.now() });
  }, []);
  const follow = (typed: Typed | undefined) => {
    latest.current = typed;
  };
  return {
    taken,
    follow,
    end: () => {
      setTaken(undefined);
      follow(undefined);
    },
  };
}
