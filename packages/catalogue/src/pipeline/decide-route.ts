import { AppError } from '@tendril/contract/app-error';
import { conditionOutputName } from '@tendril/contract/flow/condition-outputs';
import type { ChosenTab } from '@tendril/contract/node/param';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { PipelineState } from '@tendril/contract/provider/pipeline';
import { runUserCode } from '../code/run-user-code.ts';
import { decideByItems, flowOf, lastOutputs } from './condition-items.ts';

/** What conditions see as `$flow`. */
type Flow = ReturnType<typeof flowOf>;

const endLabel = 'End';

async function decideByCode(
  code: string,
  state: PipelineState,
  context: RunContext,
  flow: Flow,
): Promise<string | undefined> {
  const { nodeId } = context;
  const variables = lastOutputs(state);
  const value = await runUserCode({ code, variables, flow: { ...flow }, nodeId, name: 'Condition' }, context);
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value.trim();
  throw new AppError('NODE_FAILED', 'Condition (Code) must return the name of an output.');
}

/** The label of the output that a condition's table or code decides on; undefined when no row holds. */
export async function decideRoute(
  tab: ChosenTab | undefined,
  state: PipelineState,
  context: RunContext,
  flow: Flow = flowOf(state),
): Promise<string | undefined> {
  if (tab?.tab === 'conditionFunction') return decideByCode(String(tab.value ?? ''), state, context, flow);
  return decideByItems(Array.isArray(tab?.value) ? tab.value : [], state, context, flow);
}

/** The anchor for a label; End when no anchor has that name. */
export function routeAnchor(label: string | undefined, { outputOptions = [] }: RunContext): string {
  const name = conditionOutputName(label ?? endLabel);
  const found =
    outputOptions.find((option) => option.label === label) ??
    outputOptions.find((option) => option.name === name);
  return found?.name ?? conditionOutputName(endLabel);
}
