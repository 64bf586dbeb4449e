/** /subscription?pay=: pays the declined renewal of an emailed link, without signing in. */
import { t } from "../../i18n/t.ts";
import { useState } from "react";
import { getCard } from "../../api/billing.ts";
import { errorString } from "../../api/failure.ts";
import { PaidRenewal, RenewalForm } from "../../features/billing/card/PayRenewal.tsx";
import { useLoaded } from "../../lib/browser/use_loaded.ts";
import { money } from "../../lib/format/money.ts";
import { planName } from "../../lib/format/plan_names.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { Page } from "../../ui/layout/Page.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { findPlan } from "../../../server/wire/billing/plans.ts";
import type { CardOfPlan } from "../../../server/wire/billing/subscriptions.ts";
import { changeApproved, openCardEntry } from "../extras/card_ports.ts";

export function PayRenewalPage({ secret }: { readonly secret: string }) {
  const { loaded, again } = useLoaded(async () => await getCard(secret, {}));
  return (
    <Page title={t("Pay for your plan")} width="narrow">
      {loaded.kind === "loading" && <Skeleton lines={4} label={t("Loading your plan")} />}
      {loaded.kind === "failed" && (
        <Notice kind="error" live action={<Button onClick={again}>{t("Try again")}</Button>}>
          <p>
            {t(
              "We can't open this link right now. You haven't been charged. Try again, or use the link in our last email.",
            )}
          </p>
        </Notice>
      )}
      {loaded.kind === "loaded" && <Renewal secret={secret} due={loaded.value.open_renewal} />}
    </Page>
  );
}

interface RenewalProps {
  readonly secret: string;
  readonly due: CardOfPlan["open_renewal"];
}

function Renewal({ secret, due }: RenewalProps) {
  const [isPaid, setPaid] = useState(false);
  if (due === null) {
    return (
      <Notice testId="nothing-to-pay">
        <p>{t("There's nothing to pay: this renewal is paid, or the plan has ended.")}</p>
      </Notice>
    );
  }
  if (isPaid) return <PaidRenewal cents={due.cents} />;
  return (
    <div className="stack stack--16">
      <p className="lead">
        {t("Your bank declined a charge of {sum} for your plan ({name}). Enter a card and pay to keep it.", {
          sum: money(due.cents),
          name: planName(findPlan(due.plan_id), "title"),
        })}
      </p>
      <RenewalForm
        due={due}
        open={async (place) => await openCardEntry(secret, place, {})}
        save={async (instrumentId) => {
          const error = errorString(await changeApproved(secret, instrumentId, {}));
          setPaid(error === "");
          return error;
        }}
      />
    </div>
  );
}
