import type { PauseRequest } from '@tendril/contract/node/run-context';

/** Thrown through a node that asks a person; only the executor catches it. */
export class RunPaused extends Error {
  readonly request: PauseRequest;

  constructor(request: PauseRequest) {
    super('The run waits for a person.');
    this.name = 'RunPaused';
    this.request = request;
  }
}
