/** The session of one client: its configuration, the last status it saw, and how it is renewed when it expires. */
import { SdkError } from "../errors/sdk_error.ts";
import { type Log } from "../log/log.ts";
import { tell } from "../log/tell.ts";
import type { InitOptions } from "../options.ts";
import type { InitResponse } from "../wire/config.ts";
import { type Configuration, readConfiguration } from "./read_config.ts";
import type { LinkRules } from "./links.ts";

const REFRESH_DEADLINE_MS = 30_000;

export interface SessionOptions {
  readonly options: InitOptions;
  readonly rules: LinkRules;
  readonly log: Log;
}

export class Session {
  configuration: Configuration;
  /** Time of the last payment status seen; statuses up to it belong to earlier attempts (spec S 3). */
  lastActionUpdateTime: string | undefined;

  constructor(init: InitResponse, private readonly settings: SessionOptions) {
    this.configuration = readConfiguration(init, settings.rules);
    tell(() => settings.options.events?.onClientInitialized?.(this.configuration.execution));
  }

  /** True when the merchant gave a new session in time (spec S 4, session lifecycle). */
  async renew(): Promise<boolean> {
    const { options, rules, log } = this.settings;
    const callback = options.events?.onSessionExpired;
    if (callback === undefined) return false;
    try {
      const init = await beforeDeadline(Promise.resolve(callback()));
      if (init === undefined || init === null) {
        log(refreshFailed("Session refresh failed with no result returned"));
        return false;
      }
      const before = this.configuration.execution?.id;
      this.configuration = readConfiguration(init, rules);
      if (this.configuration.execution?.id !== before) this.lastActionUpdateTime = undefined;
      tell(() => options.events?.onClientInitialized?.(this.configuration.execution));
      return true;
    } catch (cause) {
      log(refreshFailed("Callback passed to onSessionExpired threw an error", cause));
      return false;
    }
  }
}

function refreshFailed(what: string, cause?: unknown): SdkError {
  return new SdkError("PAYRAILS_CLIENT_SESSION_REFRESH_FAILED", { params: { what }, cause });
}

/** A callback that hangs counts as one without a result. */
async function beforeDeadline<T>(promise: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<undefined>((resolve) => timer = setTimeout(resolve, REFRESH_DEADLINE_MS, undefined));
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
