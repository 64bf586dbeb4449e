/** The operator's console: its page at /admin and its calls at /api/admin/. Without ADMIN=on none of it exists. */
import { Hono } from "hono";
import type { AppEnv } from "../../app_env.ts";
import type { Context } from "../../context.ts";
import { environmentAt } from "../../platform/environment.ts";
import { locateService } from "../../proxy/service_location.ts";
import { type Place, PLACES } from "../../wire/admin/fields.ts";
import { actRoutes } from "./acts.ts";
import { insightRoutes } from "./insight.ts";
import { customerRoutes } from "./customers.ts";
import type { ConsolePorts } from "../../console/ports.ts";
import { createAccess } from "./access.ts";
import { adminPageRoutes } from "./page.ts";
import { oidcRoutes, signInRoutes } from "./sign_in.ts";

export function adminRoutes(context: Context): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { config } = context;
  const { forOperators } = context;
  if (config.admin.mode === "off" || forOperators === undefined) return app;
  const access = createAccess(context);
  const unseen = unseenPlaces(context);
  const simulated = !unseen.includes("payments");
  const here = <Port>(place: Place, port: Port) => unseen.includes(place) ? undefined : port;
  const ports: ConsolePorts = {
    ...context,
    payments: here("payments", forOperators.payments),
    subscriptions: here("subscriptions", forOperators.subscriptions),
    members: here("members", forOperators.members),
    identity: here("identity", forOperators.identity),
    asMember: forOperators.asMember,
    unseen,
    wake: () => context.sender.wake(),
    collectsFunnel: config.funnelEventDays > 0,
  };
  app.use("/api/admin/*", access.ownPagesOnly);
  app.route("/", signInRoutes(context, { access, unseen, simulated }));
  app.route("/", oidcRoutes(context, access));
  app.route("/", customerRoutes(ports, access));
  app.route("/", actRoutes(ports, access));
  app.route("/", insightRoutes(ports, access));
  app.route("/", adminPageRoutes(context));
  return app;
}

/** Services that run elsewhere, where the public origin uses them. */
function unseenPlaces({ config }: Context) {
  const environment = environmentAt(config, new URL(config.publicOrigin).hostname);
  const isRemote = (service: "payments" | "subscriptions" | "profile" | "report") =>
    locateService(config.remote[service], environment).kind === "remote";
  return PLACES.filter((place) => {
    switch (place) {
      case "payments":
      case "subscriptions":
        return isRemote(place);
      case "members":
        return isRemote("profile") || isRemote("report");
      case "identity":
        return config.identity.mode !== "embedded";
    }
  });
}
