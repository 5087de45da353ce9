import type { FetchFunction } from '@tendril/contract/node/run-context';

/** What the functions of an agent work with. */
export interface FunctionMeans {
  /** The only way out. */
  fetch: FetchFunction;
  /** Address of Cal.com's API, without its version: "https://api.cal.com". */
  calBaseUrl: string;
  /** The agent's prompt: telephone numbers that it names may be transferred to. */
  prompt?: string;
  /** Zone of a calendar function that names none; UTC when absent. */
  timezone?: string;
  /** Values for the `{{places}}` of descriptions, as far as they are known when the call begins. */
  variables?: Readonly<Record<string, string>>;
}
