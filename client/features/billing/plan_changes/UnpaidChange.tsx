/** Why the charge that ends a pause is not paid. The card of the plan, right below, is the way to pay it. */
import { t } from "../../../i18n/t.ts";
import { takeFocus } from "../../../ui/controls/take_focus.ts";
import { Notice } from "../../../ui/layout/Notice.tsx";

export function UnpaidChange({ text }: { readonly text: string }) {
  return (
    <Notice kind="error" live title={t("Your plan isn't paid yet")} testId="change-unpaid">
      <p ref={takeFocus} tabIndex={-1}>{text}</p>
    </Notice>
  );
}
