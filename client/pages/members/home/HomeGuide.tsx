/** The way into the guide of a member who owns it: the chapter to read when something has just happened. */
import { t } from "../../../i18n/t.ts";
import { Link } from "react-router-dom";
import { findPlan } from "../../../../server/wire/billing/plans.ts";
import type { Chapter } from "../../../../server/wire/members/guide.ts";
import { ChapterTile } from "../../../features/guide/ChapterTile.tsx";
import { loadMySubscriptions } from "../../../features/session/member.ts";
import { paths } from "../../../lib/browser/paths.ts";
import { ownedProducts } from "../../../lib/owned_products.ts";
import { useLoaded } from "../../../lib/browser/use_loaded.ts";
import { loadGuide } from "../member_ports.ts";

export function HomeGuide() {
  const { loaded } = useLoaded(firstChapter);
  if (loaded.kind !== "loaded" || loaded.value === undefined) return null;
  const guide = paths.view("guide");
  return (
    <section className="stack stack--12" data-testid="home-guide">
      <div className="row row--between">
        <h2>{t("Scam guide")}</h2>
        <Link to={guide} className="button button--plain">{t("All chapters")}</Link>
      </div>
      <ChapterTile chapter={loaded.value} to={`${guide}&chapter=${loaded.value.id}`} />
    </section>
  );
}

/** Undefined for a member who does not own the guide, which is not asked for then. */
async function firstChapter(): Promise<Chapter | undefined> {
  const products = (await loadMySubscriptions()).flatMap(ownedProducts);
  const owns = products.some(({ plan_id }) => findPlan(plan_id)?.unlocks?.includes("guide") === true);
  return owns ? (await loadGuide()).chapters[0] : undefined;
}
