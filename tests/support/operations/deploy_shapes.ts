/**
 * Exactly the fields that the files of docs/operations/deploy use. The published schemas of Kubernetes and Compose
 * accept unknown keys in many places, so a misspelled `readOnlyRootFileSystem` would pass; these refuse every key they
 * do not name.
 */
import * as z from "zod";

const labels = z.strictObject({ app: z.literal("trustcheck") });
const httpGet = z.strictObject({ path: z.enum(["/healthz", "/readyz"]), port: z.literal("operations") });
const seconds = z.int().positive();
const probe = z.strictObject({
  httpGet,
  periodSeconds: seconds,
  timeoutSeconds: seconds.optional(),
  failureThreshold: z.int().positive(),
});

/** On Debian, whose commands the backup uses. */
const postgresImage = z.string().regex(/^postgres:\d+$/);
/** The rights, the limits and the folders of a container. */
const confined = {
  securityContext: z.strictObject({
    readOnlyRootFilesystem: z.literal(true),
    allowPrivilegeEscalation: z.literal(false),
    capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
  }),
  resources: z.strictObject({
    requests: z.strictObject({ cpu: z.string().regex(/^\d+m$/), memory: z.string().regex(/^\d+[MG]i$/) }),
    limits: z.strictObject({ memory: z.string().regex(/^\d+[MG]i$/) }),
  }),
  volumeMounts: z.array(z.strictObject({
    name: z.string(),
    mountPath: z.string().startsWith("/"),
    subPath: z.literal("stamp").optional(),
    readOnly: z.literal(true).optional(),
  })),
};
const variable = z.strictObject({ name: z.string().regex(/^[A-Z][A-Z0-9_]+$/), value: z.string() });
const container = z.strictObject({
  name: z.literal("server"),
  image: z.string().regex(/^trustcheck:\d+\.\d+\.\d+$/),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.int().min(1).max(65_535) })),
  envFrom: z.array(z.strictObject({ configMapRef: z.strictObject({ name: z.string() }) })),
  env: z.array(variable),
  ...confined,
  startupProbe: probe,
  readinessProbe: probe,
  livenessProbe: probe,
});

const volume = z.union([
  z.strictObject({ name: z.string(), emptyDir: z.strictObject({ sizeLimit: z.string().regex(/^\d+Mi$/) }) }),
  // 288 is 0440: owner and group read.
  z.strictObject({ name: z.string(), secret: z.strictObject({ secretName: z.string(), defaultMode: z.literal(288) }) }),
  z.strictObject({
    name: z.string(),
    persistentVolumeClaim: z.strictObject({ claimName: z.literal("trustcheck-backups") }),
  }),
  z.strictObject({ name: z.string(), configMap: z.strictObject({ name: z.literal("trustcheck-backup") }) }),
]);
/** What every pod has, beside its containers. */
const pod = {
  automountServiceAccountToken: z.literal(false),
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.int(),
    runAsGroup: z.int(),
    fsGroup: z.int(),
    seccompProfile: z.strictObject({ type: z.literal("RuntimeDefault") }),
  }),
  volumes: z.array(volume),
};

export const deploymentSchema = z.strictObject({
  apiVersion: z.literal("apps/v1"),
  kind: z.literal("Deployment"),
  metadata: z.strictObject({ name: z.literal("trustcheck"), labels }),
  spec: z.strictObject({
    replicas: z.int().min(2),
    selector: z.strictObject({ matchLabels: labels }),
    strategy: z.strictObject({
      type: z.literal("RollingUpdate"),
      rollingUpdate: z.strictObject({ maxUnavailable: z.literal(0), maxSurge: z.literal(1) }),
    }),
    template: z.strictObject({
      metadata: z.strictObject({ labels }),
      spec: z.strictObject({
        ...pod,
        terminationGracePeriodSeconds: seconds,
        topologySpreadConstraints: z.array(z.strictObject({
          maxSkew: z.literal(1),
          topologyKey: z.literal("kubernetes.io/hostname"),
          whenUnsatisfiable: z.enum(["ScheduleAnyway", "DoNotSchedule"]),
          labelSelector: z.strictObject({ matchLabels: labels }),
        })),
        containers: z.tuple([container]),
      }),
    }),
  }),
});

export const claimSchema = z.strictObject({
  apiVersion: z.literal("v1"),
  kind: z.literal("PersistentVolumeClaim"),
  metadata: z.strictObject({ name: z.literal("trustcheck-backups") }),
  spec: z.strictObject({
    accessModes: z.tuple([z.literal("ReadWriteMany")]),
    resources: z.strictObject({ requests: z.strictObject({ storage: z.string().regex(/^\d+Gi$/) }) }),
  }),
});

const address = z.strictObject({ secretKeyRef: z.strictObject({ name: z.string(), key: z.string() }) });
export const cronJobSchema = z.strictObject({
  apiVersion: z.literal("batch/v1"),
  kind: z.literal("CronJob"),
  metadata: z.strictObject({ name: z.literal("trustcheck-backup") }),
  spec: z.strictObject({
    // Once a day: the alert waits for 26 hours.
    schedule: z.string().regex(/^\d+ \d+ \* \* \*$/),
    concurrencyPolicy: z.literal("Forbid"),
    jobTemplate: z.strictObject({
      spec: z.strictObject({
        backoffLimit: z.int().positive(),
        template: z.strictObject({
          spec: z.strictObject({
            ...pod,
            restartPolicy: z.literal("Never"),
            containers: z.tuple([z.strictObject({
              ...confined,
              name: z.literal("backup"),
              image: postgresImage,
              command: z.array(z.string()),
              env: z.array(z.union([variable, z.strictObject({ name: z.string(), valueFrom: address })])),
            })]),
          }),
        }),
      }),
    }),
  }),
});

export const serviceSchema = z.strictObject({
  apiVersion: z.literal("v1"),
  kind: z.literal("Service"),
  metadata: z.strictObject({ name: z.literal("trustcheck") }),
  spec: z.strictObject({
    selector: labels,
    ports: z.array(z.strictObject({ name: z.string(), port: z.int(), targetPort: z.string() })),
  }),
});

export const budgetSchema = z.strictObject({
  apiVersion: z.literal("policy/v1"),
  kind: z.literal("PodDisruptionBudget"),
  metadata: z.strictObject({ name: z.literal("trustcheck") }),
  spec: z.strictObject({ minAvailable: z.literal(1), selector: z.strictObject({ matchLabels: labels }) }),
});

export const policySchema = z.strictObject({
  apiVersion: z.literal("networking.k8s.io/v1"),
  kind: z.literal("NetworkPolicy"),
  metadata: z.strictObject({ name: z.literal("trustcheck") }),
  spec: z.strictObject({
    podSelector: z.strictObject({ matchLabels: labels }),
    policyTypes: z.tuple([z.literal("Ingress")]),
    ingress: z.tuple([
      z.strictObject({
        ports: z.tuple([z.strictObject({ port: z.literal("app") }), z.strictObject({ port: z.literal("frame") })]),
      }),
      z.strictObject({
        from: z.tuple([
          z.strictObject({
            namespaceSelector: z.strictObject({
              matchLabels: z.strictObject({ "kubernetes.io/metadata.name": z.string() }),
            }),
          }),
        ]),
        ports: z.tuple([z.strictObject({ port: z.literal("operations") })]),
      }),
    ]),
  }),
});

const environment = z.record(z.string().regex(/^[A-Z][A-Z0-9_]+$/), z.string());
const duration = z.string().regex(/^\d+s$/);
const logging = z.strictObject({
  driver: z.literal("json-file"),
  options: z.strictObject({ "max-size": z.string().regex(/^\d+m$/), "max-file": z.string().regex(/^\d+$/) }),
});
/** What one container may take of the machine. */
const limits = { mem_limit: z.string().regex(/^\d+[mg]$/), pids_limit: z.int().positive(), logging };
const withoutRights = {
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal("ALL")]),
  security_opt: z.tuple([z.literal("no-new-privileges:true")]),
};
const afterPostgres = z.strictObject({ postgres: z.strictObject({ condition: z.literal("service_healthy") }) });
const app = z.strictObject({
  ...limits,
  ...withoutRights,
  depends_on: afterPostgres,
  image: z.string().startsWith("trustcheck:${TRUSTCHECK_VERSION:?"),
  restart: z.literal("unless-stopped"),
  environment,
  env_file: z.array(z.strictObject({ path: z.string(), required: z.boolean() })),
  secrets: z.array(z.string()),
  volumes: z.array(z.string()),
  tmpfs: z.array(z.string()),
  networks: z.array(z.string()),
  stop_grace_period: duration,
});
const secret = z.strictObject({ file: z.string().startsWith("./secrets/") });

export const composeSchema = z.strictObject({
  name: z.literal("trustcheck"),
  "x-logging": logging,
  "x-server": app,
  services: z.strictObject({
    "app-1": app,
    "app-2": app,
    postgres: z.strictObject({
      ...limits,
      image: postgresImage,
      restart: z.literal("unless-stopped"),
      environment,
      secrets: z.array(z.string()),
      volumes: z.array(z.string()),
      networks: z.array(z.string()),
      healthcheck: z.strictObject({ test: z.array(z.string()), interval: duration, retries: z.int().positive() }),
    }),
    backup: z.strictObject({
      ...limits,
      ...withoutRights,
      depends_on: afterPostgres,
      image: postgresImage,
      restart: z.literal("unless-stopped"),
      init: z.literal(true),
      user: z.string(),
      environment,
      secrets: z.array(z.string()),
      volumes: z.array(z.string()),
      networks: z.array(z.string()),
      command: z.array(z.string()),
    }),
    proxy: z.strictObject({
      ...limits,
      ...withoutRights,
      cap_add: z.tuple([z.literal("NET_BIND_SERVICE")]),
      image: z.string().startsWith("caddy:"),
      restart: z.literal("unless-stopped"),
      ports: z.array(z.string().regex(/^\d+:\d+(\/udp)?$/)),
      environment,
      volumes: z.array(z.string()),
      networks: z.array(z.string()),
    }),
  }),
  networks: z.strictObject({ inside: z.strictObject({ internal: z.literal(true) }), outside: z.strictObject({}) }),
  volumes: z.strictObject({
    rows: z.strictObject({}),
    keys: z.strictObject({}),
    certificates: z.strictObject({}),
    "proxy-config": z.strictObject({}),
  }),
  secrets: z.record(z.string(), secret),
});

/** What the unit sets, by section: a value, or a pattern of it. A directive that is missing here is refused. */
export const UNIT: Readonly<Record<string, Readonly<Record<string, string | RegExp>>>> = {
  Unit: { Description: "TrustCheck", After: "network-online.target", Wants: "network-online.target" },
  Service: {
    ExecStart: "/usr/local/bin/trustcheck",
    EnvironmentFile: "-/etc/trustcheck/settings",
    Environment: /^([A-Z_]+=(\/var\/(lib|cache)\/trustcheck(\/\w+)?|%d|\d+) ?)+$/,
    LoadCredential: /^([A-Z_]+):\/etc\/trustcheck\/secrets\/\1$/,
    DynamicUser: "yes",
    StateDirectory: "trustcheck",
    CacheDirectory: "trustcheck",
    Restart: "on-failure",
    RestartSec: /^\d+$/,
    TimeoutStopSec: /^\d+$/,
    NoNewPrivileges: "yes",
    ProtectSystem: "strict",
    ProtectHome: "yes",
    PrivateTmp: "yes",
    PrivateDevices: "yes",
    PrivateUsers: "yes",
    ProtectClock: "yes",
    ProtectHostname: "yes",
    ProtectKernelLogs: "yes",
    ProtectKernelTunables: "yes",
    ProtectKernelModules: "yes",
    ProtectControlGroups: "yes",
    ProtectProc: "invisible",
    LockPersonality: "yes",
    RestrictAddressFamilies: "AF_INET AF_INET6 AF_UNIX",
    RestrictNamespaces: "yes",
    RestrictRealtime: "yes",
    RestrictSUIDSGID: "yes",
    RemoveIPC: "yes",
    SystemCallArchitectures: "native",
    SystemCallFilter: "@system-service",
    SystemCallErrorNumber: "EPERM",
    CapabilityBoundingSet: "",
    UMask: "0077",
  },
  Install: { WantedBy: "multi-user.target" },
};
