/** /webapp: look-up, bulk check, history and guide; the address names the view (`view`). */
import { t } from "../../i18n/t.ts";
import { Suspense } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { Page } from "../../ui/layout/Page.tsx";
import { paths } from "../../lib/browser/paths.ts";
import { lazyPage } from "../../lib/browser/lazy_page.ts";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { MemberLookup } from "./MemberLookup.tsx";

const MemberList = lazyPage(() => import("./MemberList.tsx").then((page) => page.MemberList));
const MemberHistory = lazyPage(() => import("./MemberHistory.tsx").then((page) => page.MemberHistory));
const MemberGuide = lazyPage(() => import("./MemberGuide.tsx").then((page) => page.MemberGuide));

const VIEWS = [
  { id: "number", text: t("Single"), title: t("Check a number") },
  { id: "list", text: t("Bulk"), title: t("Bulk check") },
  { id: "history", text: t("History"), title: t("History") },
  { id: "guide", text: t("Guide"), title: t("Scam guide") },
] as const;
type View = (typeof VIEWS)[number]["id"];

export function WebappMainPage() {
  const [params] = useSearchParams();
  const view = VIEWS.find(({ id }) => id === params.get("view")) ?? VIEWS[0];
  return (
    <Page title={view.title} width="wide">
      <div className="stack stack--32">
        <nav className="views" aria-label={t("Check type")}>
          {VIEWS.map(({ id, text }) => (
            <Link key={id} to={`${paths.webapp()}?view=${id}`} aria-current={id === view.id ? "page" : undefined}>
              {text}
            </Link>
          ))}
        </nav>
        <Suspense fallback={<Skeleton lines={8} />}>
          <ViewBody view={view.id} reportId={params.get("report") ?? ""} chapterId={params.get("chapter") ?? ""} />
        </Suspense>
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
      return <MemberList />;
    case "history":
      return <MemberHistory key={reportId} reportId={reportId} />;
    case "guide":
      return <MemberGuide chapterId={chapterId} />;
  }
}
