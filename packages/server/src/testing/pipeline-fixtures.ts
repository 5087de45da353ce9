import { conditionOptions, conditionOutputs } from '@tendril/contract/flow/condition-outputs';
import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowBuilder, type NodeHandle } from '@tendril/contract/flow/flow-builder';
import type { NodeTemplate } from '@tendril/contract/node/node-template';

type FindTemplate = (name: string) => NodeTemplate;

const at = { x: 0, y: 0 };

/** Draws the branches that a condition's table defines; the function it returns connects one of them. */
export function drawCondition(flow: FlowBuilder, condition: NodeHandle, items: object[]) {
  const node = flow.build().nodes.find((candidate) => candidate.id === condition.id);
  const verdict = conditionOutputs('conditionUI', items);
  if (!node || !('outputs' in verdict)) throw new Error('A condition needs items.');
  node.data.inputs = { ...node.data.inputs, conditionUI: JSON.stringify(items) };
  const options = conditionOptions(condition.id, verdict.outputs);
  node.data.outputAnchors = [{ name: 'output', label: 'Output', type: 'options', options }];
  return (name: string, to: NodeHandle) => {
    node.data.outputs = { output: name };
    flow.connect(condition, to, 'sequentialNode');
  };
}

/** A writer that is sent back until it has written `rounds` times; then a summary ends it. */
export function loopingPipeline(find: FindTemplate, rounds: number): FlowData {
  const flow = new FlowBuilder(find);
  const model = flow.add('demoModel', at);
  const state = flow.add('seqState', at, {
    stateMemoryUI: JSON.stringify([{ key: 'count', operation: 'Replace', defaultValue: '0' }]),
  });
  const start = flow.add('seqStart', at);
  flow.connect(model, start, 'model').connect(state, start, 'state');
  const writer = flow.add('seqLLMNode', at, {
    llmNodeName: 'Writer',
    selectedUpdateStateMemoryTab_seqLLMNode_0: 'updateStateMemoryCode',
    updateStateMemoryCode: 'return { count: Number($flow.state.count) + 1 };',
  });
  flow.connect(start, writer, 'sequentialNode');
  const condition = flow.add('seqCondition', at, { conditionName: 'Enough?' });
  flow.connect(writer, condition, 'sequentialNode');
  const items = [
    { variable: '$flow.state.count', operation: 'Less Than', value: String(rounds), output: 'Write again' },
  ];
  const way = drawCondition(flow, condition, items);
  way('writeAgain', flow.add('seqLoop', at, { loopToName: 'writer' }));
  const summary = flow.add('seqLLMNode', at, { llmNodeName: 'Summary' });
  way('end', summary);
  return flow.connect(summary, flow.add('seqEnd', at), 'sequentialNode').build();
}

/** An agent with a calculator that asks before it calculates. */
export function askingPipeline(find: FindTemplate, asks = true): FlowData {
  const flow = new FlowBuilder(find);
  const model = flow.add('demoModel', at);
  const memory = flow.add('agentMemory', at);
  const start = flow.add('seqStart', at);
  flow.connect(model, start, 'model').connect(memory, start, 'agentMemory');
  const agent = flow.add('seqAgent', at, { agentName: 'Counter', interrupt: asks });
  flow.connect(flow.add('calculator', at), agent, 'tools').connect(start, agent, 'sequentialNode');
  return flow.connect(agent, flow.add('seqEnd', at), 'sequentialNode').build();
}

/** A model that may call a calculator by way of a tool node. */
export function callingPipeline(find: FindTemplate): FlowData {
  const flow = new FlowBuilder(find);
  const start = flow.add('seqStart', at);
  flow.connect(flow.add('demoModel', at), start, 'model');
  const caller = flow.add('seqLLMNode', at, { llmNodeName: 'Caller' });
  flow.connect(start, caller, 'sequentialNode');
  const tools = flow.add('seqToolNode', at, { toolNodeName: 'Tools' });
  flow.connect(flow.add('calculator', at), tools, 'tools').connect(caller, tools, 'llmNode');
  return flow.connect(tools, flow.add('seqEnd', at), 'sequentialNode').build();
}
