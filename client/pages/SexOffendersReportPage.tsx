/** /webapp/sex-offenders-report: opens with the registry check or the Ultimate Pack; says what it needs otherwise. */
import { findPlan, unlockIds } from "../../server/wire/plans.ts";
import { Page } from "../app/Page.tsx";
import { paths } from "../app/paths.ts";
import { failureSentence } from "../api/failure.ts";
import { loadMySubscriptions } from "../features/session/member.ts";
import { money } from "../lib/money.ts";
import { useLoaded } from "../lib/use_loaded.ts";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { QuietDrawing } from "../ui/drawings.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Notice } from "../ui/Notice.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";

const TEXTS = {
  unanswered: "Our server did not answer, so we cannot see what you own. Nothing was lost. Please try again.",
  fallback: "We cannot see what you own just now. Please try again.",
};

export function SexOffendersReportPage() {
  const { loaded, again } = useLoaded(ownsRegistryCheck);
  return (
    <Page title="Registry check">
      {loaded.kind === "loading" && <Skeleton lines={4} label="Looking at what you own" />}
      {loaded.kind === "failed" && (
        <Notice kind="error" live action={<Button onClick={again}>Try again</Button>}>
          <p>{failureSentence(loaded.reason, TEXTS)}</p>
        </Notice>
      )}
      {loaded.kind === "loaded" && (loaded.value ? <Owned /> : <NotOwned />)}
    </Page>
  );
}

async function ownsRegistryCheck(): Promise<boolean> {
  const ids: readonly string[] = unlockIds("sex_offender");
  const subscriptions = await loadMySubscriptions();
  return subscriptions.some(({ products }) => products.some(({ plan_id }) => ids.includes(plan_id)));
}

function NotOwned() {
  const price = findPlan("tck_sex_offender_otp")?.sum_cents ?? 0;
  return (
    <EmptyState
      drawing={<QuietDrawing />}
      title="This check is bought on its own"
      action={<ButtonLink to={paths.manageSubscriptions()}>See what I own</ButtonLink>}
    >
      <p>
        It costs {money(price)}{" "}
        once, or comes with the Ultimate Pack. A match of names alone says nothing about a person, and the results may
        only be used to protect somebody at risk.
      </p>
    </EmptyState>
  );
}

function Owned() {
  return (
    <EmptyState
      drawing={<QuietDrawing />}
      title="The registry is not connected here"
      action={<ButtonLink to={paths.webapp()}>Check a number</ButtonLink>}
    >
      <p>
        You own this check and it stays yours. Searching needs a licensed source, and this installation has none yet.
      </p>
    </EmptyState>
  );
}
