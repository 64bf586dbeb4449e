/**
 * The report of what app and services say to each other, docs/api/wire.json: the JSON Schema of each body and answer in
 * `server/wire`, and the tables both sides read. A change of a field, a length or a pattern shows in review.
 */
import * as z from "zod/mini";
import * as cancellation from "../../server/wire/billing/cancellation.ts";
import * as declineGroups from "../../server/wire/billing/decline_groups.ts";
import * as plans from "../../server/wire/billing/plans.ts";
import * as purchase from "../../server/wire/billing/purchase.ts";
import * as subscriptions from "../../server/wire/billing/subscriptions.ts";
import * as email from "../../server/wire/email.ts";
import * as fields from "../../server/wire/fields.ts";
import * as alerts from "../../server/wire/members/alerts.ts";
import * as batch from "../../server/wire/members/batch.ts";
import * as guide from "../../server/wire/members/guide.ts";
import * as memberReports from "../../server/wire/members/member_reports.ts";
import * as privacy from "../../server/wire/members/privacy.ts";
import * as profile from "../../server/wire/members/profile.ts";
import * as registry from "../../server/wire/members/registry.ts";
import * as report from "../../server/wire/members/report.ts";
import * as verify from "../../server/wire/members/verify.ts";
import * as passkeys from "../../server/wire/passkeys.ts";
import * as funnelEvents from "../../server/wire/site/funnel_events.ts";
import * as languages from "../../server/wire/site/languages.ts";
import * as linkParameters from "../../server/wire/site/link_parameters.ts";
import * as site from "../../server/wire/site/site.ts";

/** By path below `server/wire`; the other files there hold functions and sentences. */
export const WIRE_MODULES: Readonly<Record<string, object>> = {
  "billing/cancellation": cancellation,
  "billing/decline_groups": declineGroups,
  "billing/plans": plans,
  "billing/purchase": purchase,
  "billing/subscriptions": subscriptions,
  "email": email,
  "fields": fields,
  "members/alerts": alerts,
  "members/batch": batch,
  "members/guide": guide,
  "members/member_reports": memberReports,
  "members/privacy": privacy,
  "members/profile": profile,
  "members/registry": registry,
  "members/report": report,
  "members/verify": verify,
  "passkeys": passkeys,
  "site/funnel_events": funnelEvents,
  "site/languages": languages,
  "site/link_parameters": linkParameters,
  "site/site": site,
};

/** The report's text: JSON, with a line for each export. */
export function wireReport(): string {
  const modules = Object.entries(WIRE_MODULES).map(([path, module]) => {
    const lines = Object.entries(module).filter(([, value]) => typeof value !== "function")
      .map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(shapeOf(value))}`);
    return ` ${JSON.stringify(path)}: {\n${lines.join(",\n")}\n }`;
  });
  return `{\n${modules.join(",\n")}\n}\n`;
}

function shapeOf(value: unknown): unknown {
  if (value instanceof z.core.$ZodType) {
    const { $schema: _dialect, ...schema } = z.toJSONSchema(value, { unrepresentable: "any", io: "input" });
    return schema;
  }
  if (value instanceof RegExp) return String(value);
  return value instanceof Map ? Object.fromEntries(value) : value;
}
