/** Acts on a purchase: refund, cancel, pause, resume, and a new activation link for its buyer. */
import type { ChargeFacts, OperatorChange, PurchaseFacts } from "../../embedded/subscriptions/for_operators.ts";
import { isoTime } from "../../platform/clock.ts";
import { CURRENCY } from "../../wire/billing/plans.ts";
import type { Act, ActRequest, Effect } from "../../wire/admin/acts.ts";
import type { Subject } from "../../wire/admin/fields.ts";
import { viewPurchases } from "../customers.ts";
import { masked } from "../mask.ts";
import type { ConsolePorts } from "../ports.ts";
import { type ActRunner, type End, here, refuse } from "./act.ts";

type Of<Name extends Act> = Extract<ActRequest, { act: Name }>;

export const refund: ActRunner<Of<"refund">> = {
  async plan(ports, { charge_id, minor }) {
    const { purchase, charge } = await readCharge(ports, charge_id);
    const most = charge.refundable.minor;
    if (most === 0 || await ports.payments?.isChargedBack(charge.executionId) === true) refuse(409, "state_forbids");
    if ((minor ?? most) > most) refuse(409, "refund_too_large");
    const amount = { minor: minor ?? most, currency: charge.amount.currency };
    const origins = await ports.payments?.webhookOrigins(charge.executionId) ?? [];
    return {
      subject: { kind: "charge", id: charge_id },
      effects: [
        { kind: "money", move: "refund", amount, instrument: await instrumentOf(ports, purchase) },
        emailEffect(purchase, "refunded"),
        ...origins.map((origin): Effect => ({ kind: "webhook", event: "refundSuccessful", origin })),
      ],
      warnings: ["not_reversible", ...(purchase.nextCharge === undefined ? [] : ["plan_continues"])],
      basis: String(most),
    };
  },
  async run(ports, { charge_id, minor }, { key, basis }) {
    const left = Number(basis);
    const end = await here(ports.subscriptions).refund({ chargeId: charge_id, cents: minor ?? left, left, key });
    return end === "refused" ? refuse(409, "state_changed") : end;
  },
};

export const cancel: ActRunner<Of<"cancel">> = {
  async plan(ports, { purchase_id }) {
    const purchase = await readPurchase(ports, purchase_id, "cancel");
    const subject: Subject = { kind: "purchase", id: purchase_id };
    return {
      subject,
      effects: [
        cancelEffect(ports, purchase),
        { kind: "state", subject, field: "next_charge_at", from: nextChargeAt(purchase), to: "" },
        emailEffect(purchase, "cancelled"),
      ],
      warnings: ["not_reversible"],
    };
  },
  async run(ports, { purchase_id }) {
    await here(ports.subscriptions).cancel(purchase_id);
    return "done";
  },
};

export const pause: ActRunner<Of<"pause">> = {
  async plan(ports, { purchase_id, months }) {
    const purchase = await readPurchase(ports, purchase_id, "pause");
    return await changePlan(ports, purchase, { kind: "pause", months });
  },
  async run(ports, { purchase_id, months }, { key }) {
    return await runChange(ports, { id: purchase_id, change: { kind: "pause", months }, key });
  },
};

export const resume: ActRunner<Of<"resume">> = {
  async plan(ports, { purchase_id }) {
    const purchase = await readPurchase(ports, purchase_id, "resume");
    return await changePlan(ports, purchase, { kind: "resume" });
  },
  async run(ports, { purchase_id }, { key }) {
    return await runChange(ports, { id: purchase_id, change: { kind: "resume" }, key });
  },
};

export const resend: ActRunner<Of<"resend">> = {
  async plan(ports, { purchase_id }) {
    const purchase = await readPurchase(ports, purchase_id, "resend");
    await refuseEarly(ports, purchase_id);
    return {
      subject: { kind: "purchase", id: purchase_id },
      effects: [emailEffect(purchase, "activation")],
      warnings: ["replaces_older_links"],
    };
  },
  async run(ports, { purchase_id }, { key }) {
    // Another link may have gone out since the preview.
    if (!await here(ports.subscriptions).resend(purchase_id, key)) await refuseEarly(ports, purchase_id);
    return "done";
  },
};

/** Refuses while the limit of such emails is reached, and says until when. */
async function refuseEarly(ports: ConsolePorts, purchaseId: string): Promise<void> {
  const atMs = await here(ports.subscriptions).nextResendMs(purchaseId);
  if (atMs > ports.clock.now()) refuse(429, "sent_recently", { at: isoTime(atMs) });
}

type Change = { readonly kind: "pause"; readonly months: number } | { readonly kind: "resume" };

async function changePlan(ports: ConsolePorts, purchase: PurchaseFacts, change: Change) {
  const shown = await here(ports.subscriptions).previewChange(purchase.id, change);
  const subject: Subject = { kind: "purchase", id: purchase.id };
  const charges = shown.today_cents > 0;
  const amount = { minor: shown.today_cents, currency: purchase.nextCharge?.amount.currency ?? CURRENCY };
  const effects: readonly Effect[] = [
    ...(charges
      ? [{ kind: "money", move: "charge", amount, instrument: await instrumentOf(ports, purchase) } as const]
      : []),
    {
      kind: "state",
      subject,
      field: "next_charge_at",
      from: dayOf(nextChargeAt(purchase)),
      to: shown.next_at ?? "",
    },
    {
      kind: "state",
      subject,
      field: "paused_until",
      from: purchase.pausedUntilMs === undefined ? "" : dayOf(isoTime(purchase.pausedUntilMs)),
      to: change.kind === "pause" ? shown.next_at ?? "" : "",
    },
    emailEffect(purchase, "changed"),
  ];
  return { subject, effects, warnings: charges ? ["charges_at_once"] : [] };
}

async function runChange(ports: ConsolePorts, change: OperatorChange): Promise<End> {
  const end = await here(ports.subscriptions).change(change);
  return end === "refused" ? refuse(409, "state_changed") : end;
}

async function readPurchase(ports: ConsolePorts, id: string, act: Act): Promise<PurchaseFacts> {
  const [purchase] = await here(ports.subscriptions).purchases([id]);
  if (purchase === undefined) refuse(404, "unknown");
  return purchase.possible.includes(act) ? purchase : refuse(409, "state_forbids");
}

async function readCharge(
  ports: ConsolePorts,
  id: string,
): Promise<{ readonly purchase: PurchaseFacts; readonly charge: ChargeFacts }> {
  const subscriptions = here(ports.subscriptions);
  const purchaseId = await subscriptions.purchaseOfCharge(id);
  const [purchase] = purchaseId === undefined ? [] : await subscriptions.purchases([purchaseId]);
  const charge = purchase?.charges.find((each) => each.id === id);
  return purchase === undefined || charge === undefined ? refuse(404, "unknown") : { purchase, charge };
}

async function instrumentOf(ports: ConsolePorts, purchase: PurchaseFacts) {
  const [view] = await viewPurchases(ports, [purchase]);
  return view?.instrument ?? { method: purchase.paymentMethod, network: "", last_four: "" };
}

/** A plan whose paid time is over ends at once. */
export function cancelEffect({ clock }: ConsolePorts, { id, status, paidUntilMs }: PurchaseFacts): Effect {
  const to = paidUntilMs <= clock.now() ? "ended" : "cancelled";
  return { kind: "state", subject: { kind: "purchase", id }, field: "status", from: status, to };
}

export function emailEffect(purchase: PurchaseFacts, email_kind: string): Effect {
  const to = masked(purchase.email, "email", { kind: "purchase", id: purchase.id });
  return { kind: "email", email_kind, to, language: purchase.language };
}

function dayOf(time: string): string {
  return time.slice(0, "2026-11-22".length);
}

/** Empty for a purchase that is not charged again. */
function nextChargeAt({ nextCharge }: PurchaseFacts): string {
  return nextCharge === undefined ? "" : isoTime(nextCharge.atMs);
}
