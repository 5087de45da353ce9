import type { FetchFunction } from '@tendril/contract/node/run-context';

/** The dependencies of an agent's functions. */
export interface FunctionMeans {
  /** The egress client. */
  fetch: FetchFunction;
  /** Address of Cal.com's API, without its version: "https://api.cal.com". */
  calBaseUrl: string;
  /** The agent's prompt: calls may be transferred to telephone numbers that it names. */
  prompt?: string;
  /** Zone of a calendar function that names none; UTC when absent. */
  timezone?: string;
  /** Values for the `{{places}}` of descriptions, as far as they are known when the call begins. */
  variables?: Readonly<Record<string, string>>;
}
