/**
 * The shape of every request and answer between the app and the services, compared with `tests/approved/wire/`: fields,
 * lengths, limits and allowed values. Pages of an earlier version stay open for days, so a change here is reviewed.
 */
import { describe, it } from "@std/testing/bdd";
import { assert } from "@std/assert";
import * as z from "zod/mini";
import { compareApprovedText } from "../../tests/support/approved.ts";
import * as cancellation from "./billing/cancellation.ts";
import * as purchase from "./billing/purchase.ts";
import * as subscriptions from "./billing/subscriptions.ts";
import * as alerts from "./members/alerts.ts";
import * as batch from "./members/batch.ts";
import * as guide from "./members/guide.ts";
import * as memberReports from "./members/member_reports.ts";
import * as privacy from "./members/privacy.ts";
import * as profile from "./members/profile.ts";
import * as registry from "./members/registry.ts";
import * as report from "./members/report.ts";
import * as verify from "./members/verify.ts";
import * as passkeys from "./passkeys.ts";
import * as funnelEvents from "./site/funnel_events.ts";
import * as site from "./site/site.ts";

const MODULES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "billing/cancellation": cancellation,
  "billing/purchase": purchase,
  "billing/subscriptions": subscriptions,
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
  "site/site": site,
};

/** JSON Schema, with one line for each part that has no parts of its own. */
function linesOf(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return ` ${JSON.stringify(value)}`;
  const entries = Object.entries(value);
  if (entries.every(([, part]) => typeof part !== "object" || part === null)) return ` ${JSON.stringify(value)}`;
  return entries.map(([name, part]) => `\n${indent}  ${name}:${linesOf(part, `${indent}  `)}`).join("");
}

describe("what app and services send each other", () => {
  for (const [name, module] of Object.entries(MODULES)) {
    it(`${name}: has the approved shape`, async () => {
      const schemas = Object.entries(module).filter(([, value]) => value instanceof z.core.$ZodType);
      assert(schemas.length > 0, `${name} exports no schema`);
      const parts = schemas.toSorted(([a], [b]) => a < b ? -1 : 1).map(([exported, schema]) => {
        const { $schema: _, ...shape } = z.toJSONSchema(schema as z.core.$ZodType, {
          io: "input",
          unrepresentable: "any",
        });
        return `${exported}:${linesOf(shape)}\n`;
      });
      await compareApprovedText(`wire/${name}`, parts.join("\n"));
    });
  }
});
