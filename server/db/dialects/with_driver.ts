/** A dialect that changes its drivers as it creates them. */
import type { Dialect, Driver } from "kysely";

/** `change` alters the driver in place: dialects recognise their drivers and connections by identity. */
export function withDriver(dialect: Dialect, change: (driver: Driver) => void): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver();
      change(driver);
      return driver;
    },
  };
}
