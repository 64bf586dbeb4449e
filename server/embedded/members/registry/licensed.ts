/** A licensed registry over HTTP: GET /about and POST /search with its key; responses are validated. */
import { sendTraced } from "../../../platform/telemetry/tracing.ts";
import * as z from "zod/mini";
import { fail, statusBehind } from "../../../platform/http/answer.ts";
import type { Upstream } from "../../../platform/http/upstream.ts";
import { type RegistryAbout, registryHitSchema } from "../../../wire/members/registry.ts";
import { MAX_HITS, type RegistrySource, termsIn } from "./source.ts";
import { refusal } from "../../../wire/site/refusal.ts";

export interface LicensedOptions {
  readonly url: string;
  readonly key: string;
  readonly fetch?: Upstream;
}
const DEADLINE_MS = 10_000;
const DOWN = refusal("registry_down");
const ABOUT: RegistryAbout = {
  source: "Licensed registry",
  is_sample: false,
  terms_version: "licensed-1",
  ...termsIn(["registry_term_protect", "registry_term_use", "registry_term_match"]),
};
const foundSchema = z.object({ hits: z.array(registryHitSchema), total: z.int() });

export function createLicensedRegistry(
  { url, key, fetch: send = (request) => sendTraced("registry", request, fetch) }: LicensedOptions,
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
        fail(statusBehind(answer), DOWN);
      }
      const found = z.safeParse(foundSchema, await answer.json().catch(() => undefined));
      if (!found.success) fail(502, DOWN);
      return { hits: found.data.hits.slice(0, MAX_HITS), total: found.data.total };
    },
  };
}
