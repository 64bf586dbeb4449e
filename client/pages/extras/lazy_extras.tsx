/** The products beside something locked, loaded when they are shown: few members see them, and reports are large. */
import { Suspense } from "react";
import { t } from "../../i18n/t.ts";
import { lazyPage } from "../../lib/browser/lazy_page.ts";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import type { BuyExtrasProps } from "./BuyExtras.tsx";

const Extras = lazyPage(() => import("./BuyExtras.tsx").then((part) => part.BuyExtras));

/** Packs of checks, the smallest first. */
export const PACKS = ["tck_10_validations_otp", "tck_25_validations_otp", "tck_50_validations_otp"] as const;

export function BuyExtras(props: BuyExtrasProps) {
  return (
    <Suspense fallback={<Skeleton lines={4} label={t("Loading your plan")} />}>
      <Extras {...props} />
    </Suspense>
  );
}
