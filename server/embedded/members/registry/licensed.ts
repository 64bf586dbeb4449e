/** A licensed registry over HTTP: GET /about and POST /search with its key; responses are validated. */
import * as z from "zod/mini";
import { fail } from "../../../platform/http/answer.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import { type RegistryAbout, registryHitSchema } from "../../../wire/members/registry.ts";
import { MAX_HITS, type RegistrySource } from "./source.ts";

export interface LicensedOptions {
  readonly url: string;
  readonly key: string;
  readonly fetch?: Upstream;
}
const DEADLINE_MS = 10_000;
const DOWN = "The registry does not answer just now. No search was made: please try again in a moment";
const TERMS = [
  "You search in order to protect a person at risk, and for nothing else.",
  "What is found must not be used to harass anybody, nor for decisions about credit, insurance, employment or housing.",
  "A match of names is not a match of persons. Whoever believes an entry is wrong can have it corrected at its source.",
];
const ABOUT: RegistryAbout = {
  source: "Licensed registry",
  is_sample: false,
  terms_version: "licensed-1",
  terms: TERMS,
};
const foundSchema = z.object({ hits: z.array(registryHitSchema), total: z.int() });

export function createLicensedRegistry(
  { url, key, fetch: send = (request) => fetch(request) }: LicensedOptions,
): RegistrySource {
  return {
    about: ABOUT,
    async search(name) {
      const request = new Request(`${url}/search`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
        body: JSON.stringify({ name, limit: MAX_HITS }),
        redirect: "manual",
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      const answer = await send(request).catch(() => undefined);
      if (answer?.ok !== true) {
        await answer?.body?.cancel();
        fail(502, DOWN);
      }
      const found = z.safeParse(foundSchema, await answer.json().catch(() => undefined));
      if (!found.success) fail(502, DOWN);
      return { hits: found.data.hits.slice(0, MAX_HITS), total: found.data.total };
    },
  };
}
