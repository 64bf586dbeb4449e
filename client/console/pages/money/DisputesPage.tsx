/** Lists disputes: those that need an answer first, each with the time that is left. */
import { Link } from "react-router-dom";
import { Table } from "../../../ui/layout/Table.tsx";
import type { Disputes } from "../../../../server/wire/admin/money.ts";
import { count, money } from "../../format/money.ts";
import { words } from "../../format/words.ts";
import { Loaded, useLoad } from "../../session/Load.tsx";
import { useCalls } from "../../session/session.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { Nothing } from "../../ui/Nothing.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { Time } from "../../ui/Time.tsx";
import { More } from "../More.tsx";
import { PATHS } from "../paths.ts";
import { stateWords } from "../states.ts";
import { Unseen } from "../Unseen.tsx";
import { Due } from "./Due.tsx";

export function DisputesPage() {
  const calls = useCalls();
  const disputes = useLoad("disputes", () => calls.disputes());
  return (
    <Screen title="Disputes">
      <Loaded of={disputes}>{(value) => <List of={value} />}</Loaded>
    </Screen>
  );
}

function List({ of: { disputes, more, unseen } }: { readonly of: Disputes }) {
  return (
    <div className="stack stack--16">
      <Unseen places={unseen} />
      {disputes.length === 0
        ? (
          <Nothing icon="shield" title="No disputes">
            <p>When a cardholder disputes a charge at their bank, it appears here with the last day for an answer.</p>
          </Nothing>
        )
        : (
          <Table
            caption="Disputes, those that need an answer first"
            rows={disputes}
            rowKey={({ id }) => id}
            columns={[
              {
                key: "id",
                head: "Dispute",
                cell: ({ id, reason }) => (
                  <Link to={PATHS.dispute(id)} data-testid="open-dispute">{reason === "" ? id : words(reason)}</Link>
                ),
              },
              { key: "kind", head: "Kind", cell: ({ kind }) => words(kind) },
              {
                key: "amount",
                head: "Amount",
                cell: ({ amount }) => money(amount.minor, amount.currency),
                numeric: true,
              },
              {
                key: "refunded",
                head: "Refunded",
                cell: ({ refunded }) => refunded.minor === 0 ? "" : money(refunded.minor, refunded.currency),
                numeric: true,
              },
              {
                key: "state",
                head: "State",
                cell: ({ state }) => <Chip tone={stateWords(state).tone}>{stateWords(state).word}</Chip>,
              },
              { key: "due", head: "Answer by", cell: ({ due_at }) => <Due at={due_at} /> },
              { key: "opened", head: "Opened", cell: ({ opened_at }) => <Time at={opened_at} short /> },
            ]}
          />
        )}
      {more && (
        <More
          text={`Only ${
            count(disputes.length)
          } disputes are shown: those that need an answer, then the newest. A search ` +
            "finds the others by their reference."}
        />
      )}
    </div>
  );
}
