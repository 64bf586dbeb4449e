/** The acts of a row: those that its state and the operator's role allow, each with its dialog. */
import { createContext, type ReactNode, useContext, useState } from "react";
import { useLocation } from "react-router-dom";
import type { Act } from "../../../server/wire/admin/acts.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { useDraft } from "../session/draft.ts";
import { useMay } from "../session/session.tsx";
import { ActDialog } from "./ActDialog.tsx";
import { actDraftSchema, type Intent } from "./intent.ts";
import { ACT_WORDS } from "./words.ts";

const Ask = createContext<(intent: Intent) => void>(() => {});

interface ActsProps {
  readonly onDone: () => void;
  readonly children: ReactNode;
}

/** Holds the dialog of a page, so that it outlives a row that changes; `onDone` loads the page again. */
export function Acts(props: ActsProps) {
  // The browser's back button leads to another customer on the same page, where the dialog would be about the wrong one.
  return <ActsOfPage key={useLocation().pathname} {...props} />;
}

function ActsOfPage({ onDone, children }: ActsProps) {
  const draft = useDraft("act", actDraftSchema);
  const [intent, setIntent] = useState(draft.taken?.intent);
  const close = () => {
    setIntent(undefined);
    draft.end();
  };
  return (
    <Ask value={setIntent}>
      {children}
      {intent !== undefined && (
        <ActDialog
          intent={intent}
          resumed={draft.taken}
          onType={draft.follow}
          onClose={close}
          onDone={() => {
            close();
            onDone();
          }}
        />
      )}
    </Ask>
  );
}

export interface ActButtonsProps {
  readonly intents: readonly Intent[];
  /** Of the row's subject. */
  readonly possible: readonly Act[];
  /** Says which row, where several rows have the same button: "Refund charge_1". */
  readonly of?: string;
}

/** Nothing where no act is possible. */
export function ActButtons({ intents, possible, of }: ActButtonsProps) {
  const ask = useContext(Ask);
  const may = useMay();
  const offered = intents.filter(({ request: { act } }) => possible.includes(act) && may(act));
  if (offered.length === 0) return null;
  return (
    <span className="acts">
      {offered.map((intent) => {
        const { act } = intent.request;
        const { offer, icon, isDanger } = ACT_WORDS[act];
        return (
          <Button
            key={act}
            icon={icon}
            kind={isDanger ? "danger" : "quiet"}
            className="button--small"
            onClick={() => ask(intent)}
            testId={`act-${act}`}
            {...(of === undefined ? {} : { label: `${offer}: ${of}` })}
          >
            {offer}
          </Button>
        );
      })}
    </span>
  );
}
