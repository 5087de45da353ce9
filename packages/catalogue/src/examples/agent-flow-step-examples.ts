type Values = Readonly<Record<string, unknown>>;

/** A step of an example, in columns and rows of the drawing. */
export interface ExampleStep {
  id: string;
  name: string;
  label?: string;
  values: Values;
  at: readonly [column: number, row: number];
  /** The iteration around it. */
  inside?: string;
}

interface StepExample {
  steps: readonly ExampleStep[];
  /** "from>to"; "from:1>to" by the second of several ways. */
  edges: readonly string[];
}

const step = (id: string, column: number, values: Values = {}, row = 0, label?: string): ExampleStep => ({
  id,
  name: id.replace(/_\d+$/, ''),
  values,
  at: [column, row],
  ...(label !== undefined && { label }),
});

const start = step('startAgentflow_0', 0);
const reply = (directReplyMessage: string, column = 2, row = 0, number = 0) =>
  step(`directReplyAgentflow_${number}`, column, { directReplyMessage }, row);

/** Start, the step, and a reply with what it gives. */
function line(name: string, values: Values): StepExample {
  const id = `${name}_0`;
  return {
    steps: [start, step(id, 1, values), reply(`{{ ${id} }}`)],
    edges: [`startAgentflow_0>${id}`, `${id}>directReplyAgentflow_0`],
  };
}

/** Start, the step, and a reply for each of its two ways. */
function fork(name: string, values: Values, ways: readonly [string, string]): StepExample {
  const id = `${name}_0`;
  return {
    steps: [start, step(id, 1, values), reply(ways[0], 2, 0, 0), reply(ways[1], 2, 1, 1)],
    edges: [`startAgentflow_0>${id}`, `${id}:0>directReplyAgentflow_0`, `${id}:1>directReplyAgentflow_1`],
  };
}

const counting: StepExample = {
  steps: [
    step('startAgentflow_0', 0, { startState: [{ key: 'count', value: '0' }] }),
    step(
      'customFunctionAgentflow_0',
      1,
      {
        customFunctionInputVariables: [{ variableName: 'count', variableValue: '{{ $flow.state.count }}' }],
        customFunctionJavascriptFunction: 'return Number($count) + 1;',
        customFunctionUpdateState: [{ key: 'count', value: '{{ output }}' }],
      },
      0,
      'Count',
    ),
    step('conditionAgentflow_0', 2, {
      conditions: [
        { type: 'number', value1: '{{ $flow.state.count }}', operation: 'largerEqual', value2: '3' },
      ],
    }),
    reply('Counted to {{ $flow.state.count }}.', 3),
    step('loopAgentflow_0', 3, { loopBackToNode: 'customFunctionAgentflow_0-Count', maxLoopCount: 5 }, 1),
  ],
  edges: [
    'startAgentflow_0>customFunctionAgentflow_0',
    'customFunctionAgentflow_0>conditionAgentflow_0',
    'conditionAgentflow_0:0>directReplyAgentflow_0',
    'conditionAgentflow_0:1>loopAgentflow_0',
  ],
};

const iterating: StepExample = {
  steps: [
    start,
    step('iterationAgentflow_0', 1, { iterationInput: '["green tea", "black tea"]' }),
    {
      ...step('customFunctionAgentflow_0', 1, {
        customFunctionInputVariables: [{ variableName: 'item', variableValue: '{{ $iteration }}' }],
        customFunctionJavascriptFunction: 'return $item.toUpperCase();',
      }),
      inside: 'iterationAgentflow_0',
    },
    reply('{{ iterationAgentflow_0 }}', 3),
  ],
  edges: ['startAgentflow_0>iterationAgentflow_0', 'iterationAgentflow_0>directReplyAgentflow_0'],
};

const asks = { llmModel: 'demoModel', llmModelConfig: {} };
const answer: StepExample = {
  steps: [start, step('llmAgentflow_0', 1, asks)],
  edges: ['startAgentflow_0>llmAgentflow_0'],
};

/** An example for each step of agent flows; all of them run on the demo model, but those that need a choice of yours. */
export const stepExamples: Readonly<Record<string, StepExample>> = {
  startAgentflow: answer,
  llmAgentflow: answer,
  directReplyAgentflow: {
    steps: [start, reply('You asked: {{ question }}', 1)],
    edges: ['startAgentflow_0>directReplyAgentflow_0'],
  },
  agentAgentflow: {
    steps: [
      start,
      step('agentAgentflow_0', 1, {
        agentModel: 'demoModel',
        agentModelConfig: {},
        agentTools: [{ agentSelectedTool: 'calculator', agentSelectedToolConfig: {} }],
      }),
    ],
    edges: ['startAgentflow_0>agentAgentflow_0'],
  },
  conditionAgentflow: fork(
    'conditionAgentflow',
    { conditions: [{ type: 'string', value1: '{{ question }}', operation: 'contains', value2: '?' }] },
    ['That is a question.', 'That is no question.'],
  ),
  conditionAgentAgentflow: fork(
    'conditionAgentAgentflow',
    {
      conditionAgentModel: 'demoModel',
      conditionAgentModelConfig: {},
      conditionAgentInstructions: 'Find out what the user wants.',
      conditionAgentInput: '{{ question }}',
      conditionAgentScenarios: [
        { scenario: 'The user asks about opening hours' },
        { scenario: 'Anything else' },
      ],
    },
    ['We are open from ten to six.', 'Ask me when we are open.'],
  ),
  humanInputAgentflow: fork(
    'humanInputAgentflow',
    { humanInputDescriptionType: 'fixed', humanInputDescription: 'May I answer "{{ question }}"?' },
    ['I may.', 'I may not.'],
  ),
  loopAgentflow: counting,
  customFunctionAgentflow: line('customFunctionAgentflow', {
    customFunctionJavascriptFunction: 'return "Today is " + new Date().toDateString();',
  }),
  iterationAgentflow: iterating,
  toolAgentflow: line('toolAgentflow', {
    toolAgentflowSelectedTool: 'calculator',
    toolAgentflowSelectedToolConfig: {},
    toolInputArgs: [{ inputArgName: 'expression', inputArgValue: '6 * 7' }],
  }),
  httpAgentflow: line('httpAgentflow', { method: 'GET', url: 'https://example.com', responseType: 'text' }),
  retrieverAgentflow: line('retrieverAgentflow', { retrieverQuery: '{{ question }}' }),
  executeFlowAgentflow: line('executeFlowAgentflow', { executeFlowInput: '{{ question }}' }),
};
