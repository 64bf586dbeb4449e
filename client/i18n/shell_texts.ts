/** Texts of the document around the app; the server inserts them into the shell, so they need no script. */
import { t } from "./t.ts";

export const SHELL_TEXTS: Readonly<Record<"title" | "description" | "noscript" | "demo" | "unknown-plan", string>> = {
  title: t("TrustCheck: who is behind this number?"),
  description: t(
    "Check a phone number: whether it exists, what kind of line it is, where it belongs, and what speaks against it, with every reason and its source.",
  ),
  noscript: t(
    "TrustCheck needs JavaScript to check a number. Cancelling and refunds work without it, from the links in every mail.",
  ),
  demo: t("Demonstration: nothing is charged"),
  // Verbatim in English (W-START-15); the server fills the slots.
  "unknown-plan": t('Can\'t find "{id}" for "{param}" parameter', { id: "{id}", param: "{param}" }),
};
