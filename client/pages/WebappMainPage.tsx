/** /webapp: one number, a list of numbers, what was checked before, the guide; which of them stands in the address (`view`). */
import { t } from "../i18n/t.ts";
import { useSignals } from "@preact/signals-react/runtime";
import { useSearchParams } from "react-router-dom";
import { checkList } from "../api/members.ts";
import { Page } from "../app/Page.tsx";
import { paths } from "../app/paths.ts";
import { BatchForm } from "../features/lookup/BatchForm.tsx";
import { subscriptionToUse } from "../features/lookup/lookup.ts";
import { idToken } from "../features/session/identity.ts";
import { loadMySubscriptions } from "../features/session/member.ts";
import { validator } from "../lib/validator_store.ts";
import { ButtonLink } from "../ui/Button.tsx";
import { saveCsv } from "./member_ports.ts";
import { MemberGuide } from "./MemberGuide.tsx";
import { MemberHistory } from "./MemberHistory.tsx";
import { MemberLookup } from "./MemberLookup.tsx";

const VIEWS = [
  { id: "number", text: t("One number"), title: t("Check a number") },
  { id: "list", text: t("A list"), title: t("Check a list") },
  { id: "history", text: t("History"), title: t("What you checked") },
  { id: "guide", text: t("Guide"), title: t("The guide") },
] as const;
type View = (typeof VIEWS)[number]["id"];

export function WebappMainPage() {
  useSignals();
  const [params] = useSearchParams();
  const view = VIEWS.find(({ id }) => id === params.get("view")) ?? VIEWS[0];
  return (
    <Page title={view.title} width="wide">
      <div className="stack stack--32">
        <nav className="row" aria-label={t("Ways to check")}>
          {VIEWS.map(({ id, text }) => (
            <ButtonLink key={id} to={`${paths.webapp()}?view=${id}`} kind={id === view.id ? "quiet" : "plain"}>
              {text}
            </ButtonLink>
          ))}
        </nav>
        <ViewBody view={view.id} reportId={params.get("report") ?? ""} chapterId={params.get("chapter") ?? ""} />
      </div>
    </Page>
  );
}

interface ViewBodyProps {
  readonly view: View;
  readonly reportId: string;
  readonly chapterId: string;
}

function ViewBody({ view, reportId, chapterId }: ViewBodyProps) {
  switch (view) {
    case "number":
      return <MemberLookup />;
    case "list":
      return <BatchForm ports={LIST_PORTS} country={validator.value.country} saveCsv={saveCsv} />;
    case "history":
      return <MemberHistory key={reportId} reportId={reportId} />;
    case "guide":
      return <MemberGuide chapterId={chapterId} />;
  }
}

const LIST_PORTS = {
  check: async function* (body: Parameters<typeof checkList>[0]) {
    yield* checkList(body, { idToken: await idToken() });
  },
  subscriptionId: async () => subscriptionToUse(await loadMySubscriptions())?.subscription_id ?? "",
};
