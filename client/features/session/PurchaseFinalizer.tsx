/** Shown to a signed-in member with a purchase to claim: finalizes it and shows the result. */
import { t } from "../../i18n/t.ts";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { Notice } from "../../ui/layout/Notice.tsx";
import { Skeleton } from "../../ui/layout/Skeleton.tsx";
import { type FinalizePorts, finalizePurchase } from "./finalize.ts";
import type { SignedInUser } from "./user_record.ts";

export interface PurchaseFinalizerProps {
  readonly user: SignedInUser;
  readonly vSubscriptionId: string;
  readonly ports: FinalizePorts;
  readonly onGiveUp: () => void;
}

export function PurchaseFinalizer({ user, vSubscriptionId, ports, onGiveUp }: PurchaseFinalizerProps) {
  const [error, setError] = useState("");
  const hasBegun = useRef(false);
  const run = async () => {
    setError("");
    const end = await finalizePurchase(ports, { user, vSubscriptionId });
    if (end.kind === "failed") setError(end.text);
  };
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void run();
  }, []);
  if (error === "") {
    return (
      <div className="card">
        <Skeleton lines={3} label={t("Opening your reports")} />
      </div>
    );
  }
  return (
    <Notice
      kind="error"
      live
      testId="finalize-error"
      action={
        <div className="row">
          <Button kind="primary" onClick={() => void run()}>{t("Try again")}</Button>
          <Button onClick={onGiveUp}>{t("Use a different account")}</Button>
        </div>
      }
    >
      <p>{error}</p>
    </Notice>
  );
}
