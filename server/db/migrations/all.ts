/** Every migration in the order it runs; the same set serves SQLite and Postgres. */
import type { Migration } from "kysely/migration";
import { checkouts } from "./001_checkouts.ts";
import { limits } from "./002_limits.ts";
import { payments } from "./010_payments.ts";
import { ledgerApart } from "./011_ledger_apart.ts";
import { paymentsIndexes } from "./012_payments_indexes.ts";
import { vaultRecords } from "./013_vault_records.ts";
import { paymentsVelocity } from "./014_payments_velocity.ts";
import { intentMethod } from "./015_intent_method.ts";
import { webhookLanes } from "./016_webhook_lanes.ts";
import { refusals } from "./017_refusals.ts";
import { preferredScheme } from "./018_preferred_scheme.ts";
import { displays } from "./019_displays.ts";
import { subscriptions } from "./020_subscriptions.ts";
import { leaving } from "./021_leaving.ts";
import { means } from "./022_means.ts";
import { dueIndexes } from "./023_due_indexes.ts";
import { cancelAgain } from "./024_cancel_again.ts";
import { language } from "./025_language.ts";
import { moneyMoves } from "./026_money_moves.ts";
import { linkTextVersion } from "./027_link_text_version.ts";
import { members } from "./030_members.ts";
import { numberReports } from "./031_number_reports.ts";
import { batches } from "./032_batches.ts";
import { reportHashes } from "./033_report_hashes.ts";
import { registrySearches } from "./034_registry_searches.ts";
import { watches } from "./035_watches.ts";
import { watchLanguage } from "./036_watch_language.ts";
import { repeatIndex } from "./037_repeat_index.ts";
import { identity } from "./040_identity.ts";
import { phone } from "./041_phone.ts";
import { passkeys } from "./042_passkeys.ts";
import { mail } from "./050_mail.ts";
import { mailEnding } from "./051_mail_ending.ts";
import { errors } from "./060_errors.ts";
import { funnelEvents } from "./061_funnel_events.ts";
import { paymentsLean } from "./070_payments_lean.ts";
import { executionScheme } from "./071_execution_scheme.ts";
import { servers } from "./080_servers.ts";
import { serverJudges } from "./081_server_judges.ts";

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "001_checkouts": checkouts,
  "002_limits": limits,
  "010_payments": payments,
  "011_ledger_apart": ledgerApart,
  "012_payments_indexes": paymentsIndexes,
  "013_vault_records": vaultRecords,
  "014_payments_velocity": paymentsVelocity,
  "015_intent_method": intentMethod,
  "016_webhook_lanes": webhookLanes,
  "017_refusals": refusals,
  "018_preferred_scheme": preferredScheme,
  "019_displays": displays,
  "020_subscriptions": subscriptions,
  "021_leaving": leaving,
  "022_means": means,
  "023_due_indexes": dueIndexes,
  "024_cancel_again": cancelAgain,
  "025_language": language,
  "026_money_moves": moneyMoves,
  "027_link_text_version": linkTextVersion,
  "030_members": members,
  "031_number_reports": numberReports,
  "032_batches": batches,
  "033_report_hashes": reportHashes,
  "034_registry_searches": registrySearches,
  "035_watches": watches,
  "036_watch_language": watchLanguage,
  "037_repeat_index": repeatIndex,
  "040_identity": identity,
  "041_phone": phone,
  "042_passkeys": passkeys,
  "050_mail": mail,
  "051_mail_ending": mailEnding,
  "060_errors": errors,
  "061_funnel_events": funnelEvents,
  "070_payments_lean": paymentsLean,
  "071_execution_scheme": executionScheme,
  "080_servers": servers,
  "081_server_judges": serverJudges,
};
