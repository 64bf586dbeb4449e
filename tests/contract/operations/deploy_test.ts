/** The files of docs/operations/deploy: valid, least rights, and with settings that the server knows. */
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { Deployment } from "kubernetes-models/apps/v1";
import { Job } from "kubernetes-models/batch/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { Service } from "kubernetes-models/v1";
import { parse, parseAllDocuments } from "yaml";
import { ENVIRONMENT, PORTS, USER, VOLUMES } from "../../../scripts/release/image/image.ts";
import {
  budgetSchema,
  composeSchema,
  deploymentSchema,
  policySchema,
  serviceSchema,
  UNIT,
} from "../../support/operations/deploy_shapes.ts";
import { itUnless, lacks } from "../../support/suite/skip.ts";
import { SDK_VERSION } from "../../../scripts/build.ts";
import { SETTINGS } from "../../../scripts/start/server_process.ts";
import { readProviderHosts } from "../../../scripts/build/sdk/provider_hosts.ts";
import { readConfig } from "../../../server/config/config.ts";
import { SECRETS } from "../../../server/config/secrets.ts";

const noVerifier = await lacks("systemd-analyze");
const FOLDER = new URL("../../../docs/operations/deploy/", import.meta.url);
const read = (name: string) => Deno.readTextFileSync(new URL(name, FOLDER));
const KNOWN = [...SETTINGS, ...SECRETS, "SECRETS_DIR", "TRUSTCHECK_HOME"];

describe("docs/operations/deploy/kubernetes.yaml", () => {
  const [deployment, service, budget, policy] = parseAllDocuments(read("kubernetes.yaml")).map((each) => each.toJS());
  const [server] = deployment.spec.template.spec.containers;

  it("follows the schemas of Kubernetes", () => {
    new Deployment(deployment).validate();
    new Service(service).validate();
    new PodDisruptionBudget(budget).validate();
    new NetworkPolicy(policy).validate();
  });

  it("has no key that is misspelled or unknown, and no value that weakens it", () => {
    deploymentSchema.parse(deployment);
    serviceSchema.parse(service);
    budgetSchema.parse(budget);
    policySchema.parse(policy);
  });

  it("O-DEPLOY-04: gives migrations an hour, and the operations port to one namespace", () => {
    const { periodSeconds, failureThreshold } = server.startupProbe;
    assert(periodSeconds * failureThreshold >= 3_600);
    const reached = policy.spec.ingress.flatMap(({ from, ports }: { from?: unknown; ports: { port: string }[] }) =>
      ports.map(({ port }) => `${port}: ${from === undefined ? "all" : "one namespace"}`)
    );
    assertEquals(reached, ["app: all", "frame: all", "operations: one namespace"]);
    assertEquals(server.ports.map(({ name }: { readonly name: string }) => name), ["app", "frame", "operations"]);
  });

  it("R26: keeps a server through a stall of the database, and leaves one that stops out before it refuses requests", () => {
    const { periodSeconds, timeoutSeconds, failureThreshold } = server.readinessProbe;
    const drain = server.env.find(({ name }: { readonly name: string }) => name === "DRAIN_SECONDS").value;
    assert(failureThreshold > 1 && failureThreshold * periodSeconds + timeoutSeconds < Number(drain));
  });

  it("has the user, the ports, the volumes and the folder of secrets of the image", () => {
    const { securityContext, volumes } = deployment.spec.template.spec;
    assertEquals([securityContext.runAsUser, securityContext.runAsGroup, securityContext.fsGroup], [USER, USER, USER]);
    const [app, frame] = server.ports;
    assertEquals([app.containerPort, frame.containerPort], [...PORTS]);
    const mounts: readonly { readonly name: string; readonly mountPath: string }[] = server.volumeMounts;
    assertEquals(mounts.map(({ mountPath }) => mountPath), [...VOLUMES, ENVIRONMENT.SECRETS_DIR, "/stamp"]);
    assertEquals(
      mounts.map(({ name }) => name),
      volumes.map(({ name }: { readonly name: string }) => name),
    );
  });

  it("runs this release without privileges, on a read-only root", () => {
    assertEquals(server.image, `trustcheck:${SDK_VERSION}`);
    assertEquals(server.securityContext, {
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"] },
    });
    assertEquals(deployment.spec.template.spec.securityContext.runAsNonRoot, true);
    assertEquals(deployment.spec.template.spec.automountServiceAccountToken, false);
  });

  it("sets what the server knows, and asks its probes on the operations port", () => {
    const env: readonly { readonly name: string; readonly value: string }[] = server.env;
    assertEquals(env.map(({ name }) => name).filter((name) => !KNOWN.includes(name)), []);
    const ports = new Map<string, number>(
      server.ports.map((
        each: { readonly name: string; readonly containerPort: number },
      ) => [each.name, each.containerPort]),
    );
    assertEquals(`${ports.get("operations")}`, env.find(({ name }) => name === "OPS_PORT")?.value);
    for (const probe of [server.startupProbe, server.readinessProbe, server.livenessProbe]) {
      assert(ports.has(probe.httpGet.port), probe.httpGet.port);
    }
    for (const { targetPort } of service.spec.ports) assert(ports.has(targetPort), targetPort);
    const drain = Number(env.find(({ name }) => name === "DRAIN_SECONDS")?.value);
    assert(deployment.spec.template.spec.terminationGracePeriodSeconds >= drain + 20);
  });
});

describe("docs/operations/deploy/migrate.yaml", () => {
  const job = parse(read("migrate.yaml"));
  const [deployment] = parseAllDocuments(read("kubernetes.yaml")).map((each) => each.toJS());
  const { containers: [migrate], volumes, ...pod } = job.spec.template.spec;
  const { containers: [server], ...serverPod } = deployment.spec.template.spec;

  it("follows the schema of Kubernetes, with the image, the rights and the secrets of the servers", () => {
    new Job(job).validate();
    assertEquals([migrate.image, migrate.args], [server.image, ["migrate"]]);
    assertEquals([migrate.securityContext, migrate.envFrom], [server.securityContext, server.envFrom]);
    assertEquals(pod.securityContext, serverPod.securityContext);
    assertEquals(pod.automountServiceAccountToken, false);
    const { name, mountPath } = migrate.volumeMounts[1];
    assertEquals([name, mountPath, migrate.volumeMounts[0].mountPath], [
      "secrets",
      ENVIRONMENT.SECRETS_DIR,
      VOLUMES[0],
    ]);
    assert(serverPod.volumes.some((each: unknown) => JSON.stringify(each) === JSON.stringify(volumes[1])));
  });

  it("alone beside the backup gets the owner's address, by a setting that is a secret", () => {
    const [owner] = migrate.env;
    assertEquals([owner.name, owner.valueFrom.secretKeyRef.name], ["MIGRATE_DATABASE_URL", "trustcheck-owner"]);
    assert(SECRETS.includes(owner.name));
    assertEquals(
      ["kubernetes.yaml", "compose.yaml", "trustcheck.service"].filter((name) => read(name).includes(owner.name)),
      [],
    );
  });
});

describe("docs/operations/deploy/compose.yaml", () => {
  const { services, secrets, volumes, networks } = parse(read("compose.yaml"), { merge: true });

  it("runs two equal servers without privileges, one Postgres that only they and its backup reach, and a proxy", () => {
    assertEquals(Object.keys(services), ["app-1", "app-2", "postgres", "backup", "proxy"]);
    const { "app-1": first, "app-2": second, postgres, proxy } = services;
    assertEquals(first, second);
    assertEquals([first.read_only, first.cap_drop, first.ports], [true, ["ALL"], undefined]);
    assertEquals([postgres.networks, services.backup.networks], [["inside"], ["inside"]]);
    assertEquals(networks.inside, { internal: true });
    assertEquals(proxy.ports, ["80:80", "443:443", "443:443/udp"]);
    // The image of Caddy writes to these two alone.
    assertEquals(proxy.volumes.slice(1), ["certificates:/data", "proxy-config:/config"]);
    assert(parseInt(first.stop_grace_period) >= Number(first.environment.DRAIN_SECONDS) + 20);
  });

  it("has no key that is misspelled or unknown, and no value that weakens it", () => {
    composeSchema.parse({
      "x-logging": services.proxy.logging,
      "x-server": services["app-1"],
      ...parse(read("compose.yaml"), { merge: true }),
      services,
    });
  });

  it("gives the image's user the folders that the image writes, on a read-only root", () => {
    const { tmpfs, volumes: mounts, image } = services["app-1"];
    assertEquals(tmpfs, [`/data:uid=${USER},gid=${USER},mode=700`]);
    assertEquals([...tmpfs, ...mounts].map((mount) => mount.replace(/:uid.*|^(?:\w+|\.[\w./]+):/, "")), [
      ...VOLUMES,
      "/stamp:ro",
    ]);
    assertMatch(image, /^trustcheck:/);
    assertStringIncludes(read("Caddyfile"), `app-1:${PORTS[0]}`);
    assertStringIncludes(read("Caddyfile"), `app-1:${PORTS[1]}`);
  });

  it("SECURITY S1: has the origins that the page builds the image with", () => {
    const [, built = ""] = /^(.+) deno task image$/m.exec(read("README.md")) ?? [];
    const origins = built.split(" ").map((setting) => setting.replace(/=.*/, ""));
    assertEquals(origins, Object.keys(services["app-1"].environment).filter((name) => name.endsWith("_ORIGIN")));
    assertEquals(
      readProviderHosts(Object.fromEntries(built.split(" ").map((setting) => setting.split("=")))).length,
      2,
    );
  });

  it("names settings, secrets and volumes that exist", () => {
    const { environment, secrets: given } = services["app-1"];
    assertEquals(Object.keys(environment).filter((name) => !KNOWN.includes(name)), []);
    assertEquals(given.filter((name: string) => !SECRETS.includes(name)), []);
    for (const service of Object.values<Record<string, readonly string[]>>(services)) {
      for (const name of service.secrets ?? []) assert(name in secrets, name);
      for (const mount of service.volumes ?? []) {
        assert(mount.startsWith("./") || mount.replace(/:.*/, "") in volumes, mount);
      }
    }
  });

  it("has a proxy that sends each host to its port of both servers, and asks the operations port", () => {
    const caddy = read("Caddyfile");
    assertStringIncludes(caddy, "{$APP_HOST} {\n\treverse_proxy app-1:8000 app-2:8000 {");
    assertStringIncludes(caddy, "{$FRAME_HOST} {\n\treverse_proxy app-1:8001 app-2:8001 {");
    assertStringIncludes(caddy, `health_uri /readyz\n\thealth_port ${services["app-1"].environment.OPS_PORT}\n`);
  });
});

describe("docs/operations/deploy/Caddyfile", () => {
  const caddy = read("Caddyfile");

  it("R26: keeps a server through a stall of the database, and leaves one that stops out before it refuses requests", () => {
    const setting = (name: string) => Number(new RegExp(`^\\t${name} (\\d+)s?$`, "m").exec(caddy)?.[1]);
    const fails = setting("health_fails");
    const { services } = parse(read("compose.yaml"), { merge: true });
    const drain = Number(services["app-1"].environment.DRAIN_SECONDS);
    assert(fails > 1 && fails * setting("health_interval") + setting("health_timeout") < drain);
  });

  it("O-DEPLOY-03: lets no client choose what the servers take from their proxy: request id, trace, country", () => {
    const [, snippet = ""] = /^\(servers\) \{\n([^}]+(?:\{[^}]*\}[^}]*)*)^\}/m.exec(caddy) ?? [];
    const changed = [...snippet.matchAll(/^\theader_up (.+)$/gm)].map(([, change = ""]) => change.toLowerCase());
    assertEquals(changed, [
      "x-request-id {http.request.uuid}",
      "-traceparent",
      "-tracestate",
      `-${readConfig({}).countryHeader}`,
    ]);
    const proxied = [...caddy.matchAll(/reverse_proxy [^{]+\{([^}]*)\}/g)].map(([, block = ""]) => block.trim());
    assertEquals(proxied, ["import servers", "import servers"]);
  });

  it("O-DEPLOY-03: has the headers that the page asks of any other proxy", () => {
    const page = Deno.readTextFileSync(new URL("../observability.md", FOLDER));
    const told = [...page.matchAll(/^proxy_set_header (\S+)/gm)].map(([, name = ""]) => name.toLowerCase());
    const changed = [...caddy.matchAll(/^\theader_up -?(\S+)/gm)].map(([, name = ""]) => name.toLowerCase());
    assertEquals(told, changed);
  });
});

describe("docs/operations/deploy/trustcheck.service", () => {
  const unit = read("trustcheck.service");

  it("sets what the server knows", () => {
    const names = [...unit.matchAll(/(?:^Environment=| )([A-Z][A-Z_]+)=/gm)].map(([, name]) => name ?? "");
    assertEquals(names, ["DATA_DIR", "KEYS_DIR", "TRUSTCHECK_HOME", "SECRETS_DIR", "OPS_PORT"]);
    const secrets = [...unit.matchAll(/^LoadCredential=([A-Z_]+):/gm)].map(([, name]) => name ?? "");
    assertEquals(secrets.filter((name) => !SECRETS.includes(name)), []);
    // Without one of these files systemd does not start the unit: the page says so.
    const page = read("README.md").replace(/\s+/g, " ");
    const told = /The unit names three secrets: ([^.]+)\./.exec(page)?.[1]?.match(/[A-Z_]+/g);
    assertEquals(told, secrets);
  });

  it("O-DEPLOY-04: is what the page asks for the folder of keys: that of the image's user", () => {
    assertMatch(
      read("README.md"),
      new RegExp(`chown -R ${USER}:${USER} keys secrets\ndocker run [^\n]*--volume ./keys:/keys `),
    );
  });

  it("O-DEPLOY-04: the page's commands have every setting of the unit, with the secrets from their folder", () => {
    const command = read("README.md").replaceAll("\\\n ", "").split("\n").find((line) =>
      line.startsWith("systemd-run")
    );
    const set = [...(command ?? "").matchAll(/--setenv=(\w+)=(\S+)/g)].map((
      [, name = "", value = ""],
    ) => [name, value]);
    const units = [...unit.matchAll(/(?:^Environment=| )([A-Z][A-Z_]+)=(\S+)/gm)].map((
      [, name = "", value = ""],
    ) => [name, value]).filter(([name]) => name !== "OPS_PORT");
    const [, folder = ""] = /^LoadCredential=\w+:(.+)\/\w+$/m.exec(unit) ?? [];
    // Root runs what is unpacked there, so that the unit's user must not be able to change it.
    const own: Readonly<Record<string, string>> = {
      SECRETS_DIR: folder,
      TRUSTCHECK_HOME: "/var/cache/trustcheck-root",
    };
    assertEquals(
      Object.fromEntries(set),
      Object.fromEntries(units.map(([name = "", value]) => [name, own[name] ?? value])),
    );
    const [, file = ""] = /^EnvironmentFile=(.+)$/m.exec(unit) ?? [];
    assertStringIncludes(command ?? "", `--property=EnvironmentFile=${file} `);
    assertStringIncludes(command ?? "", `${/^ExecStart=(.+)$/m.exec(unit)?.[1]} audit verify`);
  });

  it("O-DEPLOY-04: containers that make keys get every secret from the folder that the image reads", () => {
    const page = read("README.md").replaceAll("\\\n ", "");
    const runs = [...page.matchAll(/^docker run .*--volume .\/keys:\/keys.*$/gm)].map(([run]) => run);
    assertEquals(runs.length, 2);
    for (const run of runs) assertStringIncludes(run, `--volume ./secrets:${ENVIRONMENT.SECRETS_DIR}:ro --env-file `);
  });

  it("has every directive that hardens it, and none that is unknown", () => {
    const found: Record<string, Record<string, string[]>> = {};
    let section = "";
    for (const line of unit.split("\n").filter((each) => each !== "" && !each.startsWith("#"))) {
      const [, title] = /^\[(\w+)\]$/.exec(line) ?? [];
      if (title !== undefined) section = title;
      const [, key, value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
      if (key !== undefined) ((found[section] ??= {})[key] ??= []).push(value);
      assert(title !== undefined || key !== undefined, line);
    }
    for (const [name, directives] of Object.entries(UNIT)) {
      assertEquals(Object.keys(found[name] ?? {}).toSorted(), Object.keys(directives).toSorted(), name);
      for (const [key, expected] of Object.entries(directives)) {
        for (const value of found[name]?.[key] ?? []) {
          assert(typeof expected === "string" ? value === expected : expected.test(value), `${key}=${value}`);
        }
      }
    }
    assertEquals(Object.keys(found), Object.keys(UNIT));
  });

  itUnless(noVerifier, "is read by systemd without a complaint about its lines", async () => {
    const folder = await Deno.makeTempDir({ prefix: "trustcheck-unit-" });
    try {
      // The unit names a program that this machine does not have.
      await Deno.writeTextFile(`${folder}/trustcheck.service`, unit.replace("/usr/local/bin/trustcheck", "/bin/true"));
      const verified = await new Deno.Command("systemd-analyze", { args: ["verify", `${folder}/trustcheck.service`] })
        .output();
      const complaints = new TextDecoder().decode(verified.stderr).split("\n").filter((line) => line.includes(folder));
      assertEquals(complaints, []);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
});
