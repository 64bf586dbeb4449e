/** The bulk check. */
import { useSignals } from "@preact/signals-react/runtime";
import { checkList } from "../../api/members.ts";
import { BulkCheckForm } from "../../features/lookup/BulkCheckForm.tsx";
import { subscriptionForList } from "../../features/lookup/lookup.ts";
import { idToken } from "../../features/session/identity/identity.ts";
import { loadMySubscriptions } from "../../features/session/member.ts";
import { visitorLocation } from "../../lib/storage/location_store.ts";
import { validator } from "../../lib/storage/validator_store.ts";
import { BuyExtras, PACKS } from "../extras/lazy_extras.tsx";
import { countryHeader } from "../visitor_country.ts";
import { saveCsv } from "./member_ports.ts";

export function MemberList() {
  useSignals();
  return (
    <BulkCheckForm
      ports={PORTS}
      country={visitorLocation.value.country || validator.value.country}
      saveCsv={saveCsv}
      buy={<BuyExtras planIds={PACKS} onBought={() => undefined} />}
    />
  );
}

const PORTS = {
  check: async function* (body: Parameters<typeof checkList>[0]) {
    yield* checkList(body, { idToken: await idToken(), headers: countryHeader() });
  },
  subscriptionId: async () => subscriptionForList(await loadMySubscriptions())?.subscription_id ?? "",
};
