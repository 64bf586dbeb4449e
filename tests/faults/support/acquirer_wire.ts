/** Client and server of the acquirer's interface over HTTP, for an acquirer in its own process. */
import type { Acquirer, Outcome } from "../../../server/embedded/payments/acquirer/acquirer.ts";

type Name = keyof Acquirer;

/** Answers `POST /{name of the call}` with the outcome, or what was asked for, as JSON. */
export function serveAcquirer(acquirer: Acquirer): (request: Request) => Promise<Response> {
  return async (request) => {
    const name = asName(new URL(request.url).pathname);
    return Response.json(await asCall(acquirer, name)(await request.json()) ?? null);
  };
}

function asName(path: string): Name {
  return path.slice(1) as Name;
}

function asCall(acquirer: Acquirer, name: Name): (call: unknown) => Promise<Outcome | undefined> {
  return acquirer[name] as (call: unknown) => Promise<Outcome | undefined>;
}

/** An adapter like that of a real acquirer: any answer may be lost. */
export function remoteAcquirer(base: string): Acquirer {
  const send = async (name: Name, call: unknown) => {
    const answer = await fetch(`${base}/${name}`, { method: "POST", body: JSON.stringify(call) });
    return asOutcome(await answer.json());
  };
  const need = async (name: Name, call: unknown) => {
    const outcome = await send(name, call);
    if (outcome === undefined) throw new TypeError(`No outcome of ${name}`);
    return outcome;
  };
  const ask = async (name: Name, call: unknown) => {
    const answer = await fetch(`${base}/${name}`, { method: "POST", body: JSON.stringify(call) });
    return await answer.json();
  };
  return {
    authorize: (call) => need("authorize", call),
    continue: (call) => need("continue", call),
    operate: (call) => need("operate", call),
    find: (key) => send("find", key),
    close: (key) => need("close", key),
    charges: (query) => ask("charges", query),
    disputes: (query) => ask("disputes", query),
    respond: async (response) => await ask("respond", response) ?? undefined,
    acceptDispute: async (id) => await ask("acceptDispute", id) ?? undefined,
    cardUpdates: (query) => ask("cardUpdates", query),
  };
}

function asOutcome(value: unknown): Outcome | undefined {
  return value === null ? undefined : value as Outcome;
}
