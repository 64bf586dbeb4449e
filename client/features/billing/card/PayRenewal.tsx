/** Pays a declined renewal with another card: the form, and what it says afterwards. */
import { t } from "../../../i18n/t.ts";
import type { CardOfPlan } from "../../../../server/wire/billing/subscriptions.ts";
import { money } from "../../../lib/format/money.ts";
import { takeFocus } from "../../../ui/controls/take_focus.ts";
import { Notice } from "../../../ui/layout/Notice.tsx";
import { CardForm, type CardFormProps } from "./CardForm.tsx";

interface RenewalFormProps extends Pick<CardFormProps, "open" | "save" | "onClose"> {
  readonly due: NonNullable<CardOfPlan["open_renewal"]>;
}

export function RenewalForm({ due, ...form }: RenewalFormProps) {
  const sum = money(due.cents);
  return (
    <CardForm
      note={t(
        "We'll charge {sum} to this card now and use it for your next charges. Your plan's dates stay the same.",
        { sum },
      )}
      label={t("Pay {sum}", { sum })}
      busy={t("Paying")}
      unanswered={t("Our server didn't respond. Try again. You won't be charged twice.")}
      {...form}
    />
  );
}

export function PaidRenewal({ cents }: { readonly cents: number }) {
  return (
    <Notice kind="done" live title={t("You paid {sum}", { sum: money(cents) })} testId="renewal-paid">
      <p ref={takeFocus} tabIndex={-1}>
        {t("Your plan continues, and its dates stay the same. We're emailing you the receipt.")}
      </p>
    </Notice>
  );
}
