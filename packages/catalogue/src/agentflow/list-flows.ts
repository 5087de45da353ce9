import type { FlowType } from '@tendril/contract/flow/flow';
import type { LoadRequest } from '@tendril/contract/node/define-node';
import type { Choice } from '@tendril/contract/node/param';

/** The workspace's flows to choose from, of some kinds or of all. */
export async function listFlows(
  { listFlows: list }: LoadRequest,
  types?: readonly FlowType[],
): Promise<Choice[]> {
  const flows = (await list?.()) ?? [];
  return flows
    .filter(({ type }) => types?.includes(type) ?? true)
    .map(({ id, name }) => ({ name: id, label: name }));
}
