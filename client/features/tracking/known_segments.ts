/** Address segments of the product itself; any other segment may be personal. */

const KNOWN = new Set(
  ("scanning offers subscription privacy terms cookie-policy access-product sign-in activate unsubscription " +
    "unsubscribe-with-email access-recovery webapp sex-offenders-report profile manage-subscriptions assets pictures " +
    "services payments subscriptions recurring report identity errors api subs rec init session create-no-user " +
    "create-no-user-applepay create create-applepay finalize subscription-finalize create-subscription " +
    "subscriptions-of-member charges-of changes-of preview check stored pdf data history guide registry watch batch csv " +
    "of-number dispute own-number delete export consent funnel-events open-in-browser trustcheck apple-pay validate-merchant cancel-request " +
    "cancel-subscription send-activation-by-email withdraw sign-out passkeys cdn-cgi trace card sdk 5 v1 merchant client " +
    "instruments executions dev healthz emulator auth accounts envelope *").split(" "),
);
/** Build files have a name, a hash and an extension. */
const FILE = /^[a-z][\w.-]{0,60}\.(?:js|mjs|css|svg|png|webp|woff2|json)$/i;
/** Line and column, as in stack traces. */
const PLACE = /(?::\d{1,6}){1,2}$/;

export function isKnownSegment(segment: string, before?: string): boolean {
  if (segment === "" || KNOWN.has(segment)) return true;
  return (before === "assets" || before === "pictures" || before === "5") && FILE.test(segment.replace(PLACE, ""));
}
