/** What loads to explain a checkout: the usual reasons why it does not work on a page or device, and its steps. */
import type { Configuration } from "../session/read_config.ts";
import type { LinkRules } from "../session/links.ts";
import { checkPage } from "./check_page.ts";
import { checkSession } from "./check_session.ts";
import type { Finding } from "./findings.ts";

export { printSteps, traced } from "./trace_payments.ts";

export async function diagnose(config: Configuration | undefined, rules: LinkRules): Promise<readonly Finding[]> {
  // At the same time, since each may wait for its deadline.
  return (await Promise.all([checkPage(), config === undefined ? [] : checkSession(config, rules)])).flat();
}
