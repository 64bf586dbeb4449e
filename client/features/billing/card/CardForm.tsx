/** Card fields in place: stores the typed card and hands it on, once for each card. */
import { t } from "../../../i18n/t.ts";
import { useEffect, useRef, useState } from "react";
import { actSentence } from "../../../api/act_failure.ts";
import { isUnknownEnd } from "../../../api/open_end.ts";
import type { CardEntry, CardPlace } from "../../../lib/card_entry.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { takeFocus } from "../../../ui/controls/take_focus.ts";
import { ErrorNotice } from "../../../ui/layout/Notice.tsx";

export interface CardFormProps {
  /** What the card is charged, and when. */
  readonly note: string;
  readonly label: string;
  readonly busy: string;
  /** Shown when a call has no answer. */
  readonly unanswered: string;
  /** Mounts the card fields in a session of this member. */
  readonly open: (place: CardPlace) => Promise<CardEntry>;
  /** Uses the stored card. Returns an error message, or an empty string. */
  readonly save: (instrumentId: string) => Promise<string>;
  /** Left out: the form was there from the start, takes no focus and has no second button. */
  readonly onClose?: () => void;
}

export function CardForm({ note, label, busy, unanswered, open, save, onClose }: CardFormProps) {
  const place = useRef<HTMLDivElement>(null);
  const entry = useRef<CardEntry>(undefined);
  const isOpening = useRef(false);
  const isGone = useRef(false);
  /**
   * A stored card whose use was not answered; the next press repeats the call, so that nothing is charged twice. Another
   * card that is typed meanwhile takes its place.
   */
  const stored = useRef<string>(undefined);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const fail = (reason: unknown) =>
    setError(actSentence(reason, {
      unknown: unanswered,
      refused: t("We couldn't save the card. Your current card stays on your plan. Try again."),
    }));
  /** Mounts the fields; the next press tries again when that failed. */
  const mount = async () => {
    const form = place.current;
    if (form === null || isOpening.current) return;
    isOpening.current = true;
    try {
      const opened = await open({ form, onCardChanged: () => void (stored.current = undefined) });
      if (isGone.current) opened.destroy();
      else entry.current = opened;
    } catch (reason) {
      if (!isGone.current) fail(reason);
    } finally {
      isOpening.current = false;
    }
  };
  useEffect(() => {
    void mount();
    return () => {
      isGone.current = true;
      entry.current?.destroy();
    };
  }, []);
  const submit = async () => {
    setError("");
    if (entry.current === undefined) return await mount();
    setBusy(true);
    try {
      // Undefined: a field is not valid, and the form says which.
      stored.current ??= await entry.current.save();
      if (stored.current === undefined) return;
      setError(await save(stored.current));
      stored.current = undefined;
    } catch (reason) {
      if (!isUnknownEnd(reason)) stored.current = undefined;
      fail(reason);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div
      ref={onClose === undefined ? undefined : takeFocus}
      className="card card--mist stack stack--16"
      role="group"
      aria-label={label}
      tabIndex={-1}
      data-testid="card-form"
    >
      <div ref={place} className="card-entry" />
      <p className="small">{note}</p>
      <ErrorNotice error={error} testId="card-error" />
      <div className="row">
        <Button kind="primary" busy={isBusy ? busy : undefined} onClick={() => void submit()} testId="card-save">
          {label}
        </Button>
        {onClose !== undefined && <Button onClick={onClose} disabled={isBusy}>{t("Keep current card")}</Button>}
      </div>
    </div>
  );
}
