/** One personal field of one subject in full. The caller writes the reveal to the audit log before it asks. */
import { recipientOf } from "../outbox/list_emails.ts";
import type { MaskedField, Subject } from "../wire/admin/fields.ts";
import { findCustomer } from "./customers.ts";
import type { ConsolePorts } from "./ports.ts";

/** Undefined when there is nothing to reveal. */
export async function reveal(
  ports: ConsolePorts,
  { kind, id }: Subject,
  field: MaskedField,
): Promise<string | undefined> {
  const value = await valueOf(ports, { kind, id }, field);
  return value === "" ? undefined : value;
}

async function valueOf(ports: ConsolePorts, { kind, id }: Subject, field: MaskedField): Promise<string | undefined> {
  switch (kind) {
    case "customer": {
      const customer = await findCustomer(ports, id);
      return field === "email" || field === "name" || field === "phone" ? customer?.[field] : undefined;
    }
    case "purchase": {
      const [purchase] = await ports.subscriptions?.purchases([id]) ?? [];
      return field === "email" ? purchase?.email : undefined;
    }
    case "email":
      return field === "recipient" ? await recipientOf(ports.db, id) : undefined;
    default:
      return undefined;
  }
}
