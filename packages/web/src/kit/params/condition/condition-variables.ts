import type { FlowData } from '@tendril/contract/flow/flow';
import { upstreamNodes } from '@tendril/contract/flow/upstream';
import { paramTexts } from '../../texts/en/params.ts';
import { say } from '../../texts/texts.ts';
import { readRows } from '../grid-value.ts';
import type { VariableChoice } from '../param-props.ts';

/** Keys of the pipeline's state that tables of its nodes name: those it starts with and those its steps set. */
function stateKeys(flow: FlowData): string[] {
  const keys = flow.nodes.flatMap(({ data }) =>
    ['stateMemoryUI', 'updateStateMemoryUI'].flatMap((name) =>
      readRows(data.inputs?.[name]).map((row) => String(row['key'] ?? '').trim()),
    ),
  );
  return [...new Set(keys)].filter((key) => key !== '');
}

/** What a condition may look at: state, messages, config variables and what the steps before it said. */
export function conditionVariables(
  flow: FlowData,
  nodeId: string,
  configNames: readonly string[],
): VariableChoice[] {
  const before = upstreamNodes(flow, nodeId, { name: 'sequentialNode', type: '' });
  return [
    ...stateKeys(flow).map((key) => ({
      name: `$flow.state.${key}`,
      about: say(paramTexts, 'conditionState'),
    })),
    { name: '$flow.state.messages.length', about: say(paramTexts, 'conditionMessageCount') },
    { name: '$flow.state.messages[0].content', about: say(paramTexts, 'conditionFirstMessage') },
    { name: '$flow.state.messages[-1].content', about: say(paramTexts, 'conditionLastMessage') },
    ...before.map((node) => ({
      name: `$${node.id}`,
      about: say(paramTexts, 'variableNode', { name: node.data.label }),
    })),
    ...configNames.map((name) => ({ name: `$vars.${name}`, about: say(paramTexts, 'variableConfig') })),
  ];
}
