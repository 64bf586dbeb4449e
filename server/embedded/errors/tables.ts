/** Tables of the errors service. */

export interface ErrorsTables {
  /** One event of a received error report. */
  error_events: {
    id: string;
    project: string;
    /** The item type of the envelope: event, transaction, session ... */
    kind: string;
    title: string;
    release: string;
    body_json: string;
    received_ms: number;
  };
}

export interface ErrorEvent {
  readonly id: string;
  readonly project: string;
  readonly kind: string;
  readonly title: string;
  readonly release: string;
  readonly body_json: string;
  readonly received_ms: number;
}

declare module "../../db/database.ts" {
  interface Database extends ErrorsTables {}
}
