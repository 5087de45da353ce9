import {
  type RetellEdge,
  type RetellFlowBody,
  type RetellFlowNode,
  retellFlowBody,
  retellNodeTypes,
} from '@tendril/contract/api/retell-conversation-flows';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { openRuntime } from '../../../../composition/runtime.ts';
import { drawnKinds, type FlowMeans } from './flow-means.ts';
import { findNotCarriedOver } from './not-carried-over.ts';
import { toConversationFlow } from './to-conversation-flow.ts';
import { toPipeline } from './to-pipeline.ts';

const runtime = openRuntime();
const templates = new Map<string, NodeTemplate>();
const means: FlowMeans = {
  template(name) {
    const found = templates.get(name);
    if (!found) throw new Error(`No template ${name}`);
    return found;
  },
  model: () => ({ name: 'demoModel', config: {} }),
};

beforeAll(async () => {
  const catalogue = await runtime.catalogue();
  for (const name of drawnKinds) {
    const template = await catalogue.template(name);
    if (template) templates.set(name, template);
  }
});

const text = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.constantFrom('Ask {{name}} for the day.', '{{ city }}', '{{ $vars.name }}', '{{{{x}}', 'Price: {{a-b}}'),
);
const equation = fc.record({
  left: fc.constantFrom('{{age}}', 'x', ''),
  operator: fc.constantFrom(
    '==',
    '!=',
    '>',
    '>=',
    '<',
    '<=',
    'contains',
    'not_contains',
    'exists',
    'not_exist',
  ),
  right: fc.string({ maxLength: 5 }),
});
const condition = fc.oneof(
  fc.record({ type: fc.constant('prompt' as const), prompt: text }),
  fc.record({
    type: fc.constant('equation' as const),
    operator: fc.constantFrom('||' as const, '&&' as const),
    equations: fc.array(equation, { minLength: 1, maxLength: 3 }),
  }),
);
const edgeTo = (ids: readonly string[]): fc.Arbitrary<RetellEdge> =>
  fc.record(
    {
      id: fc.string({ minLength: 1, maxLength: 8 }),
      transition_condition: condition,
      destination_node_id: fc.constantFrom(...ids),
    },
    { requiredKeys: ['id', 'transition_condition'] },
  ) as fc.Arbitrary<RetellEdge>;

const nodeOf = (id: string, ids: readonly string[]): fc.Arbitrary<RetellFlowNode> =>
  fc.record(
    {
      id: fc.constant(id),
      type: fc.constantFrom(...retellNodeTypes),
      name: fc.string({ maxLength: 12 }),
      instruction: fc.record({ type: fc.constantFrom('prompt' as const, 'static_text' as const), text }),
      edges: fc.array(edgeTo(ids), { maxLength: 3 }),
      edge: edgeTo(ids),
      else_edge: edgeTo(ids),
      always_edge: edgeTo(ids),
      skip_response_edge: edgeTo(ids),
      failed_edge: edgeTo(ids),
      global_node_setting: fc.record({ condition: text }),
      variables: fc.array(
        fc.record({ name: fc.constantFrom('name', 'city', 'age'), type: fc.constant('string' as const) }),
        { maxLength: 2 },
      ),
      tool_id: fc.constantFrom('tool-1', 'tool-2'),
      tool_type: fc.constant('local'),
      code: fc.constant('return { done: true };'),
      display_position: fc.record({ x: fc.integer(), y: fc.integer() }),
      interruption_sensitivity: fc.double({ min: 0, max: 1, noNaN: true }),
    },
    { requiredKeys: ['id', 'type'] },
  ) as fc.Arbitrary<RetellFlowNode>;

const flows: fc.Arbitrary<RetellFlowBody> = fc
  .uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 8 })
  .chain((ids) =>
    fc.record(
      {
        nodes: fc.tuple(...ids.map((id) => nodeOf(id, ids))),
        start_node_id: fc.constantFrom(...ids),
        global_prompt: text,
        default_dynamic_variables: fc.dictionary(
          fc.constantFrom('name', 'color'),
          fc.string({ maxLength: 5 }),
        ),
        tools: fc.constant([
          {
            type: 'custom',
            name: 'find_order',
            tool_id: 'tool-1',
            url: 'https://orders.example/{{city}}',
            parameters: {
              type: 'object',
              properties: { order: { type: 'string' }, count: { type: 'number' } },
            },
            response_variables: { state: 'order.state' },
          },
        ]),
        flex_mode: fc.boolean(),
      },
      { requiredKeys: ['nodes'] },
    ),
  ) as fc.Arbitrary<RetellFlowBody>;

const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
const runs = { numRuns: 150 };

describe('a conversation flow as a pipeline', () => {
  it('comes back as it was, whatever its nodes are', () => {
    fc.assert(
      fc.property(flows, (flow) => {
        const body = retellFlowBody.parse(flow);
        // As it is stored: text.
        const stored = JSON.parse(JSON.stringify(toPipeline(body, means)));
        const read = toConversationFlow(stored);
        expect(plain(read.flow)).toEqual(plain(body));
        expect(read.notCarriedOver).toEqual([]);
      }),
      runs,
    );
  });

  it('compiles without a problem that keeps it from running', async () => {
    await fc.assert(
      fc.asyncProperty(flows, async (flow) => {
        const { problems } = await runtime.compile(toPipeline(retellFlowBody.parse(flow), means));
        expect(problems.filter(({ isWarning }) => !isWarning)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('has edges only between steps and outputs that it has, and goes in circles only by loops', () => {
    fc.assert(
      fc.property(flows, (flow) => {
        const { nodes, edges } = toPipeline(retellFlowBody.parse(flow), means);
        const outputs = new Set(nodes.flatMap(({ data }) => (data.outputAnchors ?? []).map(({ id }) => id)));
        const ids = new Set(nodes.map(({ id }) => id));
        for (const { target, sourceHandle } of edges) {
          expect(ids.has(target)).toBe(true);
          expect(outputs.has(sourceHandle)).toBe(true);
        }
        expect(new Set(edges.map(({ sourceHandle }) => sourceHandle)).size).toBe(edges.length);
      }),
      runs,
    );
  });

  it('keeps what is edited on the canvas: words, scenarios, deleted and added steps', () => {
    const flow = retellFlowBody.parse({
      global_prompt: 'You sell lamps.',
      start_node_id: 'hello',
      nodes: [
        {
          id: 'hello',
          type: 'conversation',
          name: 'Hello',
          instruction: { type: 'prompt', text: 'Greet {{name}}.' },
          edges: [
            {
              id: 'e1',
              transition_condition: { type: 'prompt', prompt: 'They want a lamp' },
              destination_node_id: 'bye',
            },
          ],
        },
        { id: 'bye', type: 'end', instruction: { type: 'static_text', text: 'Goodbye.' } },
      ],
    });
    const drawn = toPipeline(flow, means);
    const step = (label: string) => {
      const found = drawn.nodes.find(({ data }) => data.label === label);
      if (!found) throw new Error(`No step ${label}`);
      return found;
    };
    const messages = step('Hello').data.inputs?.['llmMessages'] as { content: string }[];
    expect(messages.map(({ content }) => content)).toEqual(['You sell lamps.', 'Greet {{ $vars.name }}.']);
    Object.assign(messages[1] ?? {}, { content: 'Greet {{ $vars.name }} warmly.' });
    const scenarios = step('Decide after Hello').data.inputs?.['conditionAgentScenarios'];
    Object.assign((scenarios as object[])[0] ?? {}, { scenario: 'They want {{ $vars.lamp }}' });
    const goodbye = step('end bye');
    drawn.nodes = drawn.nodes.filter((one) => one !== goodbye);
    const start = step('Start');
    drawn.nodes.push({
      ...start,
      id: 'agentAgentflow_0',
      data: {
        ...start.data,
        id: 'agentAgentflow_0',
        name: 'agentAgentflow',
        label: 'Mine',
        retell: undefined,
      },
    });
    const { flow: read, notCarriedOver } = toConversationFlow(drawn);
    expect(read.nodes).toEqual([
      {
        ...flow.nodes?.[0],
        instruction: { type: 'prompt', text: 'Greet {{name}} warmly.' },
        edges: [{ id: 'e1', transition_condition: { type: 'prompt', prompt: 'They want {{lamp}}' } }],
      },
    ]);
    expect(notCarriedOver).toEqual([
      { path: 'pipeline.agentAgentflow_0', message: expect.stringContaining('"Mine"') },
    ]);
  });

  it('names what it does not do, with the path of each', () => {
    const flow = retellFlowBody.parse({
      knowledge_base_ids: ['kb'],
      flex_mode: false,
      nodes: [
        { id: 'a', type: 'sms', instruction: { type: 'prompt', text: 'x' } },
        { id: 'b', type: 'conversation', voice_speed: 2, instruction: { type: 'prompt', text: 'x' } },
        { id: 'c', type: 'function', tool_id: 'gone' },
        { id: 'd', type: 'conversation', instruction: { type: 'prompt', text: 'x' } },
      ],
    });
    expect(findNotCarriedOver(flow).map(({ path }) => path)).toEqual([
      'knowledge_base_ids',
      'nodes.0.type',
      'nodes.1.voice_speed',
      'nodes.2.tool_id',
    ]);
  });
});
