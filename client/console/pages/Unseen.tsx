/** Says plainly which data the console cannot see, because a service runs on another server. */
import { Notice } from "../../ui/layout/Notice.tsx";
import type { Place } from "../../../server/wire/admin/fields.ts";

const HOLDS: Readonly<Record<Place, string>> = {
  payments: "payments, refunds, webhooks and disputes",
  subscriptions: "plans and charges",
  members: "watched numbers and look-ups",
  identity: "accounts",
};

export function Unseen({ places }: { readonly places: readonly Place[] }) {
  if (places.length === 0) return null;
  const what = new Intl.ListFormat("en-US").format(places.map((place) => HOLDS[place]));
  return (
    <Notice kind="info" testId="unseen">
      <p>This console can't see {what}: a service on another server holds them.</p>
    </Notice>
  );
}
