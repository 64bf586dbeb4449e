/**
 * An act from its preview to its result. The preview follows what is typed; its token makes a second confirm, by a
 * double click or after a lost answer, the same act.
 */
import { useEffect, useRef, useState } from "react";
import type { ActRequest, Done, Preview } from "../../../server/wire/admin/acts.ts";
import { codeOf, failureText, isRefused, isStale, LOST } from "../api/failure.ts";
import { useCalls } from "../session/session.tsx";

/** Waits until the operator stops typing, since each preview is a row of the audit log. */
const STILL_MS = 500;

/** The server may have done it: the same token is safe to send again. */
const UNKNOWN_END = `${
  LOST.split(". ")[0]
}, so we don't know whether it was done. Confirm again: it's done at most once.`;

export interface ActRun {
  /** Undefined while it loads, and when it failed. */
  readonly preview: Preview | undefined;
  readonly isLooking: boolean;
  readonly error: string;
  /** The preview was refused: the act is impossible now, and `error` says why. */
  readonly isRefused: boolean;
  readonly isBusy: boolean;
  readonly done: Done | undefined;
  /** Asks for the preview again. */
  readonly again: () => void;
  readonly confirm: (reason: string) => Promise<void>;
}

/** `request` is undefined while the typed values make none. */
export function useAct(request: ActRequest | undefined): ActRun {
  const calls = useCalls();
  const [preview, setPreview] = useState<Preview>();
  const [isLooking, setLooking] = useState(false);
  const [error, setError] = useState("");
  const [refused, setRefused] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<Done>();
  const [round, setRound] = useState(0);
  const isRunning = useRef(false);
  const isFirst = useRef(true);
  const asked = useRef("");
  const key = request === undefined ? "" : JSON.stringify(request);
  useEffect(() => {
    setPreview(undefined);
    setRefused(false);
    // An error about another request no longer applies; the error of a confirm stays beside its new preview.
    if (asked.current !== key) setError("");
    asked.current = key;
    setLooking(request !== undefined);
    if (request === undefined) return;
    let isOpen = true;
    const load = () =>
      calls.preview(request).then((next) => isOpen && setPreview(next))
        .catch((reason: unknown) => {
          if (!isOpen) return;
          setError(failureText(reason));
          setRefused(isRefused(reason));
        })
        .finally(() => isOpen && setLooking(false));
    const timer = isFirst.current ? undefined : setTimeout(load, STILL_MS);
    if (isFirst.current) void load();
    isFirst.current = false;
    return () => {
      isOpen = false;
      clearTimeout(timer);
    };
  }, [key, round]);
  const confirm = async (reason: string) => {
    if (isRunning.current || preview === undefined || done !== undefined) return;
    isRunning.current = true;
    setBusy(true);
    setError("");
    try {
      setDone(await calls.confirm(preview.token, reason.trim()));
    } catch (failure) {
      setError(codeOf(failure) === "" && failureText(failure) === LOST ? UNKNOWN_END : failureText(failure));
      if (isStale(failure)) {
        isFirst.current = true;
        setRound((last) => last + 1);
      }
    }
    isRunning.current = false;
    setBusy(false);
  };
  return {
    preview,
    isLooking,
    error,
    isRefused: refused,
    isBusy,
    done,
    again: () => {
      setError("");
      isFirst.current = true;
      setRound((last) => last + 1);
    },
    confirm,
  };
}
