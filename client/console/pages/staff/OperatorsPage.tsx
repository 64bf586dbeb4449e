/** Who may sign in. Operators are added and disabled on the server, so that a stolen session can't add one. */
import { Table } from "../../../ui/layout/Table.tsx";
import { count } from "../../format/money.ts";
import { words } from "../../format/words.ts";
import { Loaded, useLoad } from "../../session/Load.tsx";
import { useCalls } from "../../session/session.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { Time } from "../../ui/Time.tsx";

export function OperatorsPage() {
  const calls = useCalls();
  const operators = useLoad("operators", () => calls.operators());
  return (
    <Screen
      title="Operators"
      lead={
        <>
          Add one on the server: <code>deno task operator add name@example.com --role support</code>
        </>
      }
    >
      <Loaded of={operators}>
        {(rows) => (
          <Table
            caption="Operators"
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              { key: "email", head: "Email", cell: ({ email }) => email },
              { key: "role", head: "Role", cell: ({ role }) => words(role) },
              {
                key: "state",
                head: "State",
                cell: ({ disabled, passkeys, last_seen_at }) =>
                  disabled
                    ? <Chip tone="quiet">Disabled</Chip>
                    : passkeys === 0 && last_seen_at === null
                    ? <Chip tone="warning">Link not used yet</Chip>
                    : <Chip tone="good">Active</Chip>,
              },
              { key: "passkeys", head: "Passkeys", cell: ({ passkeys }) => count(passkeys), numeric: true },
              {
                key: "seen",
                head: "Last seen",
                cell: ({ last_seen_at }) => last_seen_at === null ? "Never" : <Time at={last_seen_at} />,
              },
            ]}
          />
        )}
      </Loaded>
    </Screen>
  );
}
