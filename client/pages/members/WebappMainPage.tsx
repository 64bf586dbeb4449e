/** /webapp: look-up, bulk check, history, alerts and guide; the address names the view (`view`). */
import { t } from "../../i18n/t.ts";
import { Suspense } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { Page } from "../../ui/layout/Page.tsx";
import { type MemberView, paths } from "../../lib/browser/paths.ts";
import { lazyPage } from "../../lib/browser/lazy_page.ts";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { MemberLookup } from "./MemberLookup.tsx";

const MemberList = lazyPage(() => import("./MemberList.tsx").then((page) => page.MemberList));
const MemberHistory = lazyPage(() => import("./MemberHistory.tsx").then((page) => page.MemberHistory));
const MemberAlerts = lazyPage(() => import("./MemberAlerts.tsx").then((page) => page.MemberAlerts));
const MemberGuide = lazyPage(() => import("./MemberGuide.tsx").then((page) => page.MemberGuide));

const VIEWS = [
  { id: "number", title: t("Check a number") },
  { id: "list", title: t("Bulk check") },
  { id: "history", title: t("History") },
  { id: "alerts", title: t("Alerts") },
  { id: "guide", title: t("Scam guide") },
] as const satisfies readonly { readonly id: MemberView; readonly title: string }[];
/** The two halves of the first tab. */
const WAYS = [{ id: "number", text: t("Single") }, { id: "list", text: t("Bulk") }] as const;

export function WebappMainPage() {
  const [params] = useSearchParams();
  const view = VIEWS.find(({ id }) => id === params.get("view")) ?? VIEWS[0];
  // A report takes the place of the title too; the guide's has its PDF beside it.
  const hasOwnTitle = view.id === "number" || view.id === "history" || view.id === "guide";
  const [reportId, chapterId] = [params.get("report") ?? "", params.get("chapter") ?? ""];
  return (
    <Page title={view.title} width="wide" heading={!hasOwnTitle} place={[view.id, reportId, chapterId].join(" ")}>
      <div className="stack stack--24">
        {view.id === "list" && <Ways here="list" />}
        <Suspense fallback={<Skeleton lines={8} />}>
          <ViewBody view={view.id} reportId={reportId} chapterId={chapterId} />
        </Suspense>
      </div>
    </Page>
  );
}

function Ways({ here }: { readonly here: MemberView }) {
  return (
    <nav className="views" aria-label={t("Check type")}>
      {WAYS.map(({ id, text }) => (
        <Link key={id} to={paths.view(id)} aria-current={id === here ? "page" : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}

interface ViewBodyProps {
  readonly view: MemberView;
  readonly reportId: string;
  readonly chapterId: string;
}

function ViewBody({ view, reportId, chapterId }: ViewBodyProps) {
  switch (view) {
    case "number":
      return <MemberLookup reportId={reportId} title={VIEWS[0].title} ways={<Ways here="number" />} />;
    case "list":
      return <MemberList />;
    case "history":
      return <MemberHistory key={reportId} title={t("History")} reportId={reportId} />;
    case "alerts":
      return <MemberAlerts />;
    case "guide":
      return <MemberGuide title={t("Scam guide")} chapterId={chapterId} />;
  }
}
