import type { PauseRequest } from '@tendril/contract/node/run-context';

/** The step that asks, where it is inside another one. */
export interface PausePlace {
  frame: string;
  nodeId: string;
  label: string;
}

/** Thrown through a node that asks a person; only the executor catches it. */
export class RunPaused extends Error {
  readonly request: PauseRequest;
  readonly at: PausePlace | undefined;

  constructor(request: PauseRequest, at?: PausePlace) {
    super('The run waits for a person.');
    this.name = 'RunPaused';
    this.request = request;
    this.at = at;
  }
}
