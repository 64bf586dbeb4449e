/** An address that leads nowhere, or that the operator's role may not open. */
import { Link } from "react-router-dom";
import { Nothing } from "../ui/Nothing.tsx";
import { Screen } from "../ui/Screen.tsx";
import { PATHS } from "./paths.ts";

export function UnknownPage() {
  return (
    <Screen title="Not found">
      <Nothing icon="unknown" title="There's nothing here" action={<Link to={PATHS.search}>Go to search</Link>}>
        <p>The link may be wrong, or your role can't open this page.</p>
      </Nothing>
    </Screen>
  );
}
