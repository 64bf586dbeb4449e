/** The number of look-ups left, as text. */
import { t } from "../../i18n/t.ts";

/** "19 look-ups left today", and credits if there are any. */
export function leftText({ today, credits }: { readonly today: number; readonly credits: number }): string {
  if (credits === 0) return today === 1 ? t("1 look-up left today.") : t("{today} look-ups left today.", { today });
  return today === 1
    ? t("1 look-up left today, {credits} more in packs.", { credits })
    : t("{today} look-ups left today, {credits} more in packs.", { today, credits });
}
