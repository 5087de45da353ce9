import { AppError } from '@tendril/contract/app-error';
import type { ChosenTab } from '@tendril/contract/node/param';
import { param } from '@tendril/contract/node/param';
import type { RunContext } from '@tendril/contract/node/run-context';
import type { PipelineState } from '@tendril/contract/provider/pipeline';
import { runUserCode } from '../code/run-user-code.ts';
import { readStateValue, stateView } from './state-path.ts';

/** The "Update State" parameter of every node that adds messages. */
export const updateStateParam = param.tabs({
  label: 'Update State',
  optional: false,
  tabIdentifier: 'selectedUpdateStateMemoryTab',
  default: 'updateStateMemoryUI',
  additionalParams: true,
  tabs: {
    updateStateMemoryUI: param.datagrid({
      label: 'Update State (Table)',
      description: 'Keys that get a new value once this node has spoken.',
      hint: '$flow.output is what this node said, $flow.state.key a value of the state, $vars.name a variable.',
      datagrid: [
        { field: 'key', headerName: 'Key', editable: true, flex: 1 },
        {
          field: 'value',
          headerName: 'Value',
          type: 'freeSolo',
          valueOptions: ['$flow.output', '$flow.state.messages[-1].content'],
          editable: true,
          flex: 1,
        },
      ],
    }),
    updateStateMemoryCode: param.code({
      label: 'Update State (Code)',
      description: 'Returns an object of keys and their new values.',
      optional: true,
      codeExample: 'return {\n  summary: $flow.output,\n  rounds: $flow.state.rounds + 1,\n};',
    }),
  },
});

function toRows(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value : [];
}

/** New values of the state's keys after a node has spoken. Throws NODE_FAILED when the code returns no object. */
export async function stateUpdates(
  tab: ChosenTab | undefined,
  state: PipelineState,
  output: unknown,
  context: RunContext,
): Promise<Record<string, unknown>> {
  const flow = { state: stateView(state), output };
  if (tab?.tab !== 'updateStateMemoryCode') {
    const rows = toRows(tab?.value).filter((row) => row['key']);
    return Object.fromEntries(
      rows.map((row) => [String(row['key']), readStateValue(row['value'], flow, context.variables)]),
    );
  }
  const code = String(tab.value ?? '').trim();
  if (!code) return {};
  const { nodeId } = context;
  const value = await runUserCode(
    { code, variables: {}, flow: { ...flow }, nodeId, name: 'Update State' },
    context,
  );
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new AppError('NODE_FAILED', 'Update State (Code) must return an object.');
}
