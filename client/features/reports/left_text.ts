/** The number of look-ups left, as text. */
import { t } from "../../i18n/t.ts";
import { plural } from "../../i18n/plural.ts";

/** "19 look-ups left today", and credits if there are any. */
export function leftText({ today, credits }: { readonly today: number; readonly credits: number }): string {
  if (credits === 0) {
    return plural(today, { one: t("1 check left today."), other: t("{today} checks left today.", { today }) });
  }
  return plural(today, {
    one: t("1 check left today, plus {credits} credits.", { credits }),
    other: t("{today} checks left today, plus {credits} credits.", { today, credits }),
  });
}
