/** The card of one plan, with the calls that read and change it, and that pay its declined renewal. */
import { t } from "../../i18n/t.ts";
import { getCard } from "../../api/billing.ts";
import type { Subscription } from "../../../server/wire/billing/subscriptions.ts";
import { CardOnFile } from "../../features/billing/card/CardOnFile.tsx";
import { idToken } from "../../features/session/identity/identity.ts";
import { useLoaded } from "../../lib/browser/use_loaded.ts";
import { longDate } from "../../lib/format/dates.ts";
import { money } from "../../lib/format/money.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { isWaitingForCard } from "../../features/billing/subscription_lines.ts";
import { changeApproved, openCardEntry } from "./card_ports.ts";

interface CardOfPlanProps {
  readonly plan: Subscription;
  /** A declined renewal is paid. */
  readonly onPaid: () => void;
}

export function CardOfPlan({ plan, onPaid }: CardOfPlanProps) {
  const { id, next_charge } = plan;
  const { loaded, again } = useLoaded(async () => await getCard(id, { idToken: await idToken() }));
  if (next_charge === null && !isWaitingForCard(plan)) return null;
  return (
    <div className="stack stack--12">
      <h3>{t("Card")}</h3>
      {loaded.kind === "loading" && <Skeleton lines={2} label={t("Loading your card")} />}
      {loaded.kind === "failed" && (
        <Notice kind="error" live action={<Button onClick={again}>{t("Try again")}</Button>}>
          <p>{t("We can't show your card right now. Nothing has changed. Try again.")}</p>
        </Notice>
      )}
      {loaded.kind === "loaded" && (
        <CardOnFile
          card={loaded.value}
          next={next_charge === null
            ? ""
            : t("{sum} on {date}", { sum: money(next_charge.cents), date: longDate(next_charge.at) })}
          open={async (place) => await openCardEntry(id, place, { idToken: await idToken() })}
          change={async (instrumentId) => await changeApproved(id, instrumentId, { idToken: await idToken() })}
          onPaid={onPaid}
        />
      )}
    </div>
  );
}
