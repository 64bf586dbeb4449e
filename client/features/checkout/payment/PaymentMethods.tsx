/** Card or Apple Pay, where both are possible; and Apple's own button in place of the card fields. */
import { t } from "../../../i18n/t.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import type { PaymentMethod } from "../checkout_store.ts";

export interface MethodChoiceProps {
  readonly method: PaymentMethod;
  readonly onChoose: (method: PaymentMethod) => void;
}

/** Sits in the heading's line, so that the card form still fits a small phone. */
export function MethodChoice({ method, onChoose }: MethodChoiceProps) {
  return method === "card"
    ? (
      <Button
        kind="plain"
        onClick={() => onChoose("apple")}
        label={t("Pay with Apple Pay instead")}
        testId="pay-by-apple"
      >
        Apple Pay
      </Button>
    )
    : (
      <Button kind="plain" onClick={() => onChoose("card")} label={t("Pay with a card instead")} testId="pay-by-card">
        {t("Card")}
      </Button>
    );
}

export interface AppleButtonProps {
  /** Today's amount, formatted. */
  readonly sum: string;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

/** The browser draws it if it can; the text is for other browsers and for screen readers. */
export function AppleButton({ sum, isBusy, onPress }: AppleButtonProps) {
  return (
    <button
      type="button"
      className="apple-pay"
      aria-label={t("Pay {sum} with Apple Pay", { sum })}
      aria-disabled={isBusy}
      onClick={isBusy ? undefined : onPress}
      data-testid="apple-pay"
    >
      <span aria-hidden>{t("Pay {sum} with Apple Pay", { sum })}</span>
    </button>
  );
}
