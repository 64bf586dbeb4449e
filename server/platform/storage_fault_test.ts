import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { DatabaseUnavailable, isFull, isStorageFault } from "./storage_fault.ts";

const error = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);

const FAULTS: readonly (readonly [string, Error])[] = [
  ...[
    "57P01",
    "57P02",
    "57P03",
    "08006",
    "53100",
    "53300",
    "40001",
    "40P01",
    "25006",
    "ECONNRESET",
    "EPIPE",
    "57014",
    "55P03",
    "25P03",
    "28P01",
    "3D000",
    "42501",
    "25P04",
    "40003",
    "55000",
    "58030",
    "F0000",
    "XX000",
    "ECONNREFUSED",
    "ECONNABORTED",
    "ETIMEDOUT",
    "EHOSTUNREACH",
    "ENETUNREACH",
    "ENOTFOUND",
    "EAI_AGAIN",
  ]
    .map((code) => [code, error("x", { code })] as const),
  ["a busy SQLite file", error("database is locked", { errcode: 5 })],
  ["one that another process recovers", error("database is locked", { errcode: 261 })],
  ["one that became read-only", error("attempt to write a readonly database", { errcode: 8 })],
  ["one that cannot be opened", error("unable to open database file", { errcode: 14 })],
  ["a full SQLite file", error("database or disk is full", { errcode: 13 })],
  ["a write of SQLite that failed", error("disk I/O error", { errcode: 778 })],
  ["a lost connection", error("Connection terminated unexpectedly")],
  ["a statement after it", error("Client has encountered a connection error and is not queryable")],
  ["no free connection", new DatabaseUnavailable("timeout exceeded when trying to connect")],
  ["no answer", error("Query read timeout")],
  ["a connection that was given up", error("Postgres connection has been discarded")],
  ["a server that is closing", error("driver has already been destroyed")],
];
const OTHERS: readonly (readonly [string, unknown])[] = [
  ["a broken rule of a table", error("duplicate key", { code: "23505" })],
  ["a rule of SQLite", error("UNIQUE constraint failed", { errcode: 2067 })],
  ["a wrong statement", error("syntax error", { code: "42601" })],
  ["another feature that is missing", error("not supported", { code: "0A000" })],
  ["a mistake of ours", new TypeError("x is not a function")],
  ["no error", "57P01"],
];

it("SECURITY X7: a failure of the database itself is retryable, and nothing else is", () => {
  assertEquals(FAULTS.filter(([, fault]) => !isStorageFault(fault)).map(([name]) => name), []);
  assertEquals(OTHERS.filter(([, other]) => isStorageFault(other)).map(([name]) => name), []);
});

it("SECURITY R11: a full disk is distinguished from other faults on either engine", () => {
  const full = [
    error("database or disk is full", { errcode: 13 }),
    error("no space left on device", { code: "53100" }),
  ];
  const others = [error("busy", { errcode: 5 }), error("out of memory", { code: "53200" }), "53100"];
  assertEquals([full.map(isFull), others.map(isFull)], [[true, true], [false, false, false]]);
});
