/** The line that the server logs at start: its kind, as decided from its settings. */
import type { Config } from "./config.ts";

export function describeServer(config: Config): string {
  return config.takesRawCards
    ? `${describeKind(config)}; creates take raw card numbers (RAW_CARDS)`
    : describeKind(config);
}

function describeKind({ kind, hostname, appHosts, stagingHosts }: Config): string {
  switch (kind) {
    case "loopback":
      return "this machine alone reaches it: simulators, mailbox and clock are open";
    case "demo":
      return `a demonstration for others on ${hostname}: everything is simulated, nothing is charged`;
    case "public": {
      const live = appHosts.filter((host) => !stagingHosts.includes(host));
      const parts = [["production", live], ["staging", stagingHosts]] as const;
      const named = parts.filter(([, hosts]) => hosts.length > 0).map(([name, hosts]) =>
        `${name} at ${hosts.join(", ")}`
      );
      return `public on ${hostname}: ${named.join("; ")}`;
    }
  }
}
