import type { PredictionBody } from '@tendril/contract/api/predictions';
import type { AgentFlowTrigger } from '@tendril/contract/provider/agent-flow';
import type { Resumption } from '@tendril/engine/run-request';
import type { Overrides } from './override-rules.ts';
import type { Preparation } from './turn-runner.ts';

/** What a request has given its run, beyond what the run's rows hold; plain JSON. */
export interface RememberedRequest {
  history?: PredictionBody['history'];
  overrides?: Overrides;
  attachment?: string;
  /** The network of a visitor whose pictures are read again. */
  visitor?: string;
  /** What started the run instead of a question. */
  trigger?: AgentFlowTrigger;
  /** The decision that it goes on with. */
  resumption?: Resumption;
  /** Files of a form, which are not stored: such a run cannot be repeated. */
  isBoundToForm?: true;
}

/** What a run needs of its request after a crash; undefined for the plain question of most. */
export function rememberRequest({
  admitted,
  history,
  overrides,
  attachment,
  provided,
  resumption,
  trigger,
  turn,
}: Preparation): RememberedRequest | undefined {
  const hasOverrides =
    Object.keys(overrides.values).length > 0 || Object.keys(overrides.variables).length > 0;
  const from = turn.fileUploads === null ? undefined : admitted.visitor?.from;
  const remembered: RememberedRequest = {
    ...(history && history.length > 0 && { history }),
    ...(hasOverrides && { overrides }),
    ...(attachment !== '' && { attachment }),
    ...(from !== undefined && { visitor: from }),
    ...(trigger && { trigger }),
    ...(resumption && { resumption }),
    ...(provided?.readFile && { isBoundToForm: true as const }),
  };
  return Object.keys(remembered).length > 0 ? remembered : undefined;
}
