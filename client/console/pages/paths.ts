/** Addresses of the console, below /admin. They hold ids, never personal data. */
import type { Subject } from "../../../server/wire/admin/fields.ts";

const to = (folder: string) => (id: string) => `/${folder}/${encodeURIComponent(id)}`;

export const PATHS = {
  search: "/",
  disputes: "/disputes",
  differences: "/differences",
  figures: "/figures",
  audit: "/audit",
  operators: "/operators",
  customer: to("customers"),
  account: (id: string) => `${to("customers")(id)}/timeline`,
  purchase: to("purchases"),
  execution: to("executions"),
  dispute: to("disputes"),
} as const;

/** The page about a subject; undefined for one that is shown on another's page. */
export function pathOf({ kind, id }: Subject): string | undefined {
  switch (kind) {
    case "customer":
      return PATHS.customer(id);
    case "purchase":
      return PATHS.purchase(id);
    case "execution":
      return PATHS.execution(id);
    case "dispute":
      return PATHS.dispute(id);
    default:
      return undefined;
  }
}
