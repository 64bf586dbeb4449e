/** The backup of docs/operations/deploy: what its script leaves, and that both deployments run it and read its stamp. */
import { afterEach, beforeEach, describe, it } from "@std/testing/bdd";
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { CronJob } from "kubernetes-models/batch/v1";
import { PersistentVolumeClaim } from "kubernetes-models/v1";
import { parse, parseAllDocuments } from "yaml";
import { USER } from "../../../scripts/release/image/image.ts";
import { claimSchema, cronJobSchema } from "../../support/operations/deploy_shapes.ts";

const FOLDER = new URL("../../../docs/operations/deploy/", import.meta.url);
const read = (name: string) => Deno.readTextFileSync(new URL(name, FOLDER));

describe("docs/operations/deploy/backup.sh", () => {
  const { services: { "app-1": app, backup, postgres } } = parse(read("compose.yaml"), { merge: true });
  const [claim, cron] = parseAllDocuments(read("backup.yaml")).map((each) => each.toJS());
  const [deployment] = parseAllDocuments(read("kubernetes.yaml")).map((each) => each.toJS());
  const { containers: [job], volumes, ...pod } = cron.spec.jobTemplate.spec.template.spec;
  const { containers: [server], ...serverPod } = deployment.spec.template.spec;
  const script = read("backup.sh");
  const [, stamp = ""] = /^touch (\S+)$/m.exec(script) ?? [];
  /** What the essential packages of Debian have, from which the image of Postgres is made. */
  const COMMANDS = ["cat", "cp", "date", "find", "mkdir", "mv", "rm", "touch"];
  const DAY_MS = 86_400_000;
  let folder = "";

  beforeEach(async () => {
    folder = await Deno.makeTempDir({ prefix: "trustcheck-backup-" });
    for (const name of ["backups", "bin", "keys"]) await Deno.mkdir(`${folder}/${name}`);
    await Deno.writeTextFile(`${folder}/keys/key.json`, "key");
    await Deno.writeTextFile(`${folder}/password`, "secret\n");
    for (const name of COMMANDS) {
      const paths = ["/usr/bin", "/bin"].map((path) => `${path}/${name}`);
      const found = await Promise.all(paths.map((path) => Deno.stat(path).then(() => true, () => false)));
      await Deno.symlink(paths[found.indexOf(true)] ?? "", `${folder}/bin/${name}`);
    }
    await Deno.writeTextFile(`${folder}/backup.sh`, placed(script));
    // It ends the loop of the service.
    await Deno.writeTextFile(`${folder}/bin/sleep`, `#!/bin/sh\necho "$1" > ${folder}/slept\nkill $PPID\n`, {
      mode: 0o755,
    });
  });
  afterEach(() => Deno.remove(folder, { recursive: true }));

  /** The folders of the container, below that of the test. */
  const placed = (text: string) =>
    text.replaceAll("/run/secrets/POSTGRES_PASSWORD", `${folder}/password`)
      .replace(/(?<= )\/(backups|keys|backup\.sh)\b/g, `${folder}/$1`);
  const listed = (name: string) => [...Deno.readDirSync(`${folder}/backups/${name}`)].map((each) => each.name);
  const textOf = (name: string) => Deno.readTextFile(`${folder}/${name}`).catch(() => "");
  async function run(
    [program = "", ...args]: readonly string[],
    environment: Readonly<Record<string, string>>,
    end = 0,
  ) {
    const dump = `for each; do case $each in --file=*) echo rows > "\${each#--file=}";; esac; done`;
    const calls = `echo "$* \${PGPASSWORD-}" > ${folder}/called`;
    await Deno.writeTextFile(`${folder}/bin/pg_dump`, `#!/bin/sh\n${calls}\n${dump}\nexit ${end}\n`, { mode: 0o755 });
    const { success, stderr } = await new Deno.Command(program, {
      args: args.map((each) => placed(each)),
      clearEnv: true,
      env: { ...environment, PATH: `${folder}/bin` },
    }).output();
    return { success, errors: new TextDecoder().decode(stderr) };
  }
  const once = (end?: number) => run(["/bin/sh", "-c", "/bin/sh /backup.sh"], { KEEP_DAYS: "14" }, end);

  it("O-DEPLOY-05: touches the stamp after a dump that succeeded, and not after one that failed", async () => {
    assertEquals((await once(1)).success, false);
    assertEquals([listed("stamp"), listed("dumps"), listed("keys")], [[], [], []]);
    assertEquals(await once(), { success: true, errors: "" });
    const [dump = ""] = listed("dumps");
    assertMatch(dump, /^\d{4}-\d\d-\d\dT\d{6}Z\.dump$/);
    assertEquals([listed("keys"), listed("stamp")], [[dump.replace(".dump", "")], ["backup"]]);
    assertEquals(await textOf(`backups/keys/${listed("keys")[0]}/key.json`), "key");
    assertMatch(await textOf("called"), /^--format=custom --file=dumps\//);
    assertEquals((await Deno.stat(`${folder}/backups/dumps/${dump}`)).mode?.toString(8).slice(-3), "600");
  });

  it("O-DEPLOY-05: leaves the stamp as it is when there are no keys", async () => {
    await Deno.remove(`${folder}/keys/key.json`);
    assertEquals((await once()).success, false);
    assertEquals([listed("stamp"), listed("keys"), await textOf("called")], [[], [], ""]);
  });

  it("keeps dumps for the days that are set, and keys a day longer", async () => {
    for (const days of [13, 15.5, 16.5]) {
      const at = new Date(Date.now() - days * DAY_MS);
      await Deno.mkdir(`${folder}/backups/keys/${days}`, { recursive: true });
      await Deno.mkdir(`${folder}/backups/dumps`, { recursive: true });
      await Deno.writeTextFile(`${folder}/backups/dumps/${days}`, "");
      for (const kind of ["dumps", "keys"]) await Deno.utime(`${folder}/backups/${kind}/${days}`, at, at);
    }
    await once();
    const old = (kind: string) => listed(kind).filter((name) => /^1[\d.]+$/.test(name)).toSorted();
    assertEquals([old("dumps"), old("keys")], [["13"], ["13", "15.5"]]);
  });

  it("O-DEPLOY-05: runs with Compose once a day, and again soon after a failure, as the user who reads the keys", async () => {
    assertEquals([backup.image, backup.user], [postgres.image, `${USER}:${USER}`]);
    const { environment: { PGDATABASE, PGUSER, PGHOST } } = backup;
    assertEquals([PGDATABASE, PGUSER], [postgres.environment.POSTGRES_DB, postgres.environment.POSTGRES_USER]);
    assertEquals(PGHOST, "postgres");
    assertEquals(backup.volumes, ["./backup.sh:/backup.sh:ro", "./backups:/backups", "keys:/keys:ro"]);
    assertEquals(app.volumes.slice(1), [`./backups/${stamp.split("/")[0]}:/stamp:ro`]);
    assertEquals(app.environment.BACKUP_STAMP, `/stamp/${stamp.split("/")[1]}`);
    const command = backup.command.map((each: string) => each.replaceAll("$$", "$"));
    await run(command, backup.environment, 1);
    assertEquals([await textOf("slept"), listed("stamp")], ["5m\n", []]);
    const { errors } = await run(command, backup.environment);
    assertEquals([errors, await textOf("slept"), listed("stamp")], ["", "1d\n", ["backup"]]);
    assertMatch(await textOf("called"), / secret\n$/);
  });

  it("O-DEPLOY-05: runs in Kubernetes once a day with the owner's address, and the servers read its stamp alone", async () => {
    new PersistentVolumeClaim(claim).validate();
    new CronJob(cron).validate();
    claimSchema.parse(claim);
    cronJobSchema.parse(cron);
    assertEquals([pod.securityContext, job.securityContext], [serverPod.securityContext, server.securityContext]);
    const [program, file, address] = job.command;
    const [, owner] = job.env;
    assertEquals([program, file, address], ["/bin/sh", "/scripts/backup.sh", `$(${owner.name})`]);
    assertEquals(owner.valueFrom.secretKeyRef, { name: "trustcheck-owner", key: "MIGRATE_DATABASE_URL" });
    assertStringIncludes(read("README.md"), "kubectl create configmap trustcheck-backup --from-file=backup.sh\n");
    assertEquals(volumes[1], serverPod.volumes.find(({ name }: { readonly name: string }) => name === "keys"));
    assertEquals(volumes[0], serverPod.volumes.at(-1));
    const [, name] = stamp.split("/");
    assertEquals(job.volumeMounts[0], { name: "backups", mountPath: "/backups" });
    assertEquals(server.volumeMounts.at(-1), {
      name: "backups",
      mountPath: "/stamp",
      subPath: stamp.split("/")[0],
      readOnly: true,
    });
    const set = server.env.find((each: { readonly name: string }) => each.name === "BACKUP_STAMP");
    assertEquals(set?.value, `/stamp/${name}`);
    await run([program, file.replace("/scripts", folder), "postgres://db.example/trustcheck"], { KEEP_DAYS: "14" });
    assertMatch(await textOf("called"), / postgres:\/\/db\.example\/trustcheck \n$/);
    assertEquals(listed("stamp"), [name]);
  });
});
