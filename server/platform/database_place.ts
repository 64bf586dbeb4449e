/** Which database a server uses. */

export type DatabasePlace = { readonly kind: "sqlite"; readonly path: string } | PostgresPlace;

export interface PostgresPlace {
  readonly kind: "postgres";
  /** With several hosts, the first that accepts writes is used: `postgres://user@one:5432,two:5432/name`. */
  readonly url: string;
  /** Schema of the tables; the default one when left out. */
  readonly schema?: string;
  /** Connections at most; 10 when left out. */
  readonly poolSize?: number;
  /** Longest wait for a connection, and for a statement, in milliseconds; 2,000 when left out. */
  readonly limitMs?: number;
}

const URL_OF_HOSTS = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^@/?]+)([^]*)$/;

/** One URL for each host of a Postgres URL. Empty for any other URL. */
export function serverUrls(url: string): readonly string[] {
  const [, start = "", hosts = "", rest = ""] = URL_OF_HOSTS.exec(url) ?? [];
  const urls = hosts.split(",").map((host) => `${start}${host}${rest}`);
  return urls.every((each) => URL.canParse(each)) ? urls : [];
}

/** The file of the authority that signs the server's certificate: `sslrootcert` of the URL. */
export function certificateFileOf(url: string): string | undefined {
  const [first] = serverUrls(url);
  return first === undefined ? undefined : new URL(first).searchParams.get("sslrootcert") ?? undefined;
}
