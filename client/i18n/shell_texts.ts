/** Texts of the document around the app; the server inserts them into the shell, so they need no script. */
import { t } from "./t.ts";

export const SHELL_TEXTS: Readonly<
  Record<"title" | "description" | "noscript" | "not-loaded" | "reload" | "demo", string>
> = {
  title: t("TrustCheck: Can you trust this number?"),
  description: t(
    "Look up any phone number: whether it's valid, its line type and location, and every warning sign we know of, each with its source.",
  ),
  noscript: t(
    "TrustCheck needs JavaScript to check a number. Without it, you can still cancel or request a refund from any email about your plan.",
  ),
  "not-loaded": t("This page didn't load completely."),
  reload: t("Reload page"),
  demo: t("Demo: you won't be charged"),
};
