/** Texts of the document around the app; the server inserts them into the shell, so they need no script. */
import { t } from "./t.ts";

/** Verbatim in English (W-START-15); the server fills the slots. The app has it without the other texts. */
export const UNKNOWN_PLAN = t('Can\'t find "{id}" for "{param}" parameter', { id: "{id}", param: "{param}" });

export const SHELL_TEXTS: Readonly<
  Record<"title" | "description" | "noscript" | "not-loaded" | "reload" | "demo" | "unknown-plan", string>
> = {
  title: t("TrustCheck: Can you trust this number?"),
  description: t(
    "Look up any phone number: whether it's in service, its line type and location, and every warning sign we know of, each with its source.",
  ),
  noscript: t(
    "TrustCheck needs JavaScript to check a number. Without it, you can still cancel or request a refund using the link in any of our emails.",
  ),
  "not-loaded": t("This page didn't load completely."),
  reload: t("Reload page"),
  demo: t("Demo: you won't be charged"),
  "unknown-plan": UNKNOWN_PLAN,
};
