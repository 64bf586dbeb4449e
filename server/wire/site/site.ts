/** What the shell tells the browser about its server; one build serves every environment. */
import * as z from "zod/mini";

/** The shell's JSON element. An empty `sentryDsn`, `pixelId`, `adTagId` or `passkeyOrigin` switches its feature off. */
export const siteSchema = z.object({
  base: z.string(),
  version: z.string(),
  /** Time of the build, ISO 8601. */
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
  /** The one origin on which passkeys work; empty when this server cannot sign members in with them. */
  passkeyOrigin: z.string(),
  pixelId: z.string(),
  /** `AW-<account>/<label>` of the ad tracker; empty: no ad tracker. */
  adTagId: z.string(),
  /** True when our own collector accepts funnel events. */
  funnelEvents: z.boolean(),
  /** Exit addresses for the in-app browsers of Instagram and Facebook that differ from the built-in ones, by name. */
  inAppBrowserExits: z.record(z.string(), z.string()),
  /** True when other machines reach simulators: every page then says that no payment is real. */
  demo: z.boolean(),
  /** The address to which people write. */
  contactEmail: z.string(),
  /**
   * Source of the registry check. With `none` it is not offered; `sample` are made-up rows, for servers that only
   * simulate.
   */
  registry: z.enum(["licensed", "sample", "none"]),
});
export type Site = z.infer<typeof siteSchema>;
