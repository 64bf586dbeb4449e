/** The card of one plan, with the calls that read and change it. */
import { t } from "../../i18n/t.ts";
import { changeCard, getCard, openCardSession } from "../../api/billing.ts";
import type { Subscription } from "../../../server/wire/billing/subscriptions.ts";
import { CardOnFile } from "../../features/billing/CardOnFile.tsx";
import { idToken } from "../../features/session/identity/identity.ts";
import { loadChunk } from "../../lib/browser/lazy_page.ts";
import { useLoaded } from "../../lib/browser/use_loaded.ts";
import { longDate } from "../../lib/format/dates.ts";
import { money } from "../../lib/format/money.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { isRealMoney } from "../plan_calls.ts";

export function CardOfPlan({ plan }: { readonly plan: Subscription }) {
  const { id, next_charge } = plan;
  const { loaded, again } = useLoaded(async () => await getCard(id, { idToken: await idToken() }));
  if (next_charge === null) return null;
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
          next={t("{sum} on {date}", { sum: money(next_charge.cents), date: longDate(next_charge.at) })}
          open={async (form) => {
            const { mountCardEntry } = await loadChunk(() => import("../../lib/card_entry.ts"));
            const session = await openCardSession(id, { idToken: await idToken() });
            return await mountCardEntry({ session, isProduction: isRealMoney(), form });
          }}
          change={async (instrumentId) => await changeCard(id, instrumentId, { idToken: await idToken() })}
        />
      )}
    </div>
  );
}
