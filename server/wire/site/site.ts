/** What the shell tells the browser about where it runs; one build serves every environment. */
import * as z from "zod/mini";

export const siteSchema = z.object({
  base: z.string(),
  version: z.string(),
  /** ISO 8601 time of the build. */
  builtAt: z.string(),
  environment: z.enum(["staging", "production"]),
  frameOrigin: z.string(),
  identity: z.discriminatedUnion("mode", [
    z.object({ mode: z.literal("embedded"), projectId: z.string() }),
    z.object({
      mode: z.literal("firebase"),
      apiKey: z.string(),
      authDomain: z.string(),
      projectId: z.string(),
      appId: z.string(),
    }),
  ]),
  sentryDsn: z.string(),
  applePay: z.boolean(),
  /** The one origin where passkeys work; empty where none could be turned into a sign-in. */
  passkeyOrigin: z.string(),
  pixelId: z.string(),
  /** `AW-<account>/<label>` of the ad tracker; empty: there is none. */
  adTagId: z.string(),
  /** True where our own collector takes events of the funnel. */
  funnelEvents: z.boolean(),
  /** Ways out of the browser inside Instagram and Facebook that are not the built-in ones, by name. */
  inAppBrowserExits: z.record(z.string(), z.string()),
  /** True where simulators run on a public host: every page then says that nothing is charged. */
  demo: z.boolean(),
  /** False where the registry check has no licensed source: then nothing of it is offered. */
  registry: z.boolean(),
});
export type Site = z.infer<typeof siteSchema>;
