/** The head of the payment screen: who is paid, for which plan and number, and every charge with its date. */
import { rich } from "../../../i18n/rich.ts";
import { t } from "../../../i18n/t.ts";
import type { Plan } from "../../../../server/wire/billing/plans.ts";
import type { Shown } from "../../../../server/wire/billing/purchase.ts";
import { planName } from "../../../lib/format/plan_names.ts";
import { phoneText } from "../../../lib/phone/phone_text.ts";
import { BAND_WORDS } from "../../../ui/report/bands.ts";
import { BandShape } from "../../../ui/pictures/BandShape.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Icon } from "../../../ui/pictures/Icon.tsx";
import { WordmarkMark } from "../../../ui/pictures/WordmarkMark.tsx";
import type { CheckedNumber } from "../checked_number.ts";
import type { PaymentMethod } from "../checkout_store.ts";
import type { FigureFormat } from "../../../../server/wire/billing/consent_texts.ts";
import { LEAVE_LINE, type PriceRow, priceRows } from "../plans/price_lines.ts";
import { PaidList } from "../plans/FreeAndPaid.tsx";
import { StepProgress } from "../StepProgress.tsx";
import { MethodChoice } from "./PaymentMethods.tsx";

export interface PaymentHeadProps {
  readonly plan: Plan;
  readonly shown: Shown;
  readonly format?: FigureFormat;
  readonly number: CheckedNumber;
  readonly isApplePossible: boolean;
  readonly method: PaymentMethod;
  readonly onMethod: (method: PaymentMethod) => void;
  readonly onChangePlan: () => void;
  /** A payment is under way: plan and method can no longer be changed. */
  readonly isFixed: boolean;
}

export function PaymentHead(props: PaymentHeadProps) {
  const { plan, shown, format, number, isApplePossible, method, onMethod, onChangePlan, isFixed } = props;
  const [today, then] = priceRows(plan, shown, format);
  return (
    <>
      <div className="payment__top">
        <span className="wordmark payment__mark">
          <WordmarkMark />
          <span className="payment__brand">
            Trust<span className="wordmark__soft">Check</span>
          </span>
        </span>
        <span className="payment__secure">
          <Icon name="lock" size={20} />
          <span>{t("Secure payment")}</span>
        </span>
        <StepProgress step={3} />
        <h1>{planName(plan, "title")}</h1>
        {!isFixed && (
          <div className="payment__ways">
            {isApplePossible && <MethodChoice method={method} onChoose={onMethod} />}
            <Button kind="plain" onClick={onChangePlan} testId="change-plan">{t("Change")}</Button>
          </div>
        )}
      </div>
      <div className="payment__price">
        {number.text !== "" && <NumberChip {...number} />}
        <Row row={today} testId="price-today" />
        {then !== undefined && <Row row={then} testId="price-then" />}
        <p className="muted">{then === undefined ? t("Doesn't renew.") : LEAVE_LINE}</p>
        <PaidList />
      </div>
    </>
  );
}

function Row({ row, testId }: { readonly row: PriceRow; readonly testId: string }) {
  return (
    <p className="price-row numbers" data-testid={testId}>
      <span>
        <b>{row.label}</b> <span className="muted">{row.detail}</span>
      </span>
      <b className="price-row__sum">{row.sum}</b>
    </p>
  );
}

/** The number that the report is about, with its band. */
export function NumberChip({ text, band }: CheckedNumber) {
  return (
    <p className="payment__number numbers" data-testid="payment-number">
      <span>{rich("Report for {number}", { number: <span>{phoneText(text)}</span> })}</span>
      {band !== undefined && (
        <span className="band-word" data-band={band}>
          <BandShape band={band} /> {BAND_WORDS[band].name}
        </span>
      )}
    </p>
  );
}
