import type { FlowData } from '@tendril/contract/flow/flow';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import * as fc from 'fast-check';

/** Values as installations of many versions have written them, whatever a form says of their type. */
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...['', null, true, 'true', 'false', 0, 0.9, '0.9', '1000', -1, [], {}],
    ...[
      'FILE-STORAGE::tea.txt',
      'FILE-STORAGE::["a.txt","b.txt"]',
      'data:text/plain;base64,VGVh,filename:tea.txt',
    ],
    ...['{"a": 1,\n "b": [true]}', '["a","b"]', '[{"key":"a","type":"Replace"}]', '{broken', '{{question}}'],
    ...['{{chat_history}}', '{{$vars.key}}', '$flow.state.x', '{{a_0.data.instance}}', '{{ $iteration.x }}'],
    ...[
      ['{{a_0.data.instance}}', '{{lost_9.data.instance}}'],
      '<p>Hi <span class="variable" data-id="question">{{ question }}</span></p>',
    ],
    ...[
      'gpt-4o',
      'chatOpenAI',
      'https://a.example',
      '&lt;b&gt; &amp; \u2028 🌱',
      [{ scenario: 'A' }, { scenario: '' }],
      [1, 'x', null],
    ],
    { modelName: 'gpt-4o', temperature: '0.9', nested: { list: [1] } },
  ),
  fc.string({ maxLength: 12 }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Names of inputs that many nodes have, and some that none has. */
const inputName = fc.oneof(
  fc.constantFrom(
    ...[
      'model',
      'memory',
      'tools',
      'prompt',
      'document',
      'vectorStore',
      'temperature',
      'modelName',
      'template',
    ],
    ...[
      'promptValues',
      'sessionId',
      'topK',
      'systemMessage',
      'url',
      'text',
      'conditions',
      'llmMessages',
      'llmModel',
    ],
    ...['llmModelConfig', 'agentTools', 'iterationInput', 'startState', 'loopBackToNode', 'maxLoopCount'],
    ...[
      'sequentialNode',
      'conditionUI',
      'updateStateMemory',
      'selectedTool',
      'selectedStore',
      'inputModeration',
    ],
  ),
  fc.string({ minLength: 1, maxLength: 8 }).filter((name) => name !== '__proto__'),
);

const id = fc.constantFrom('a_0', 'b_0', 'c_1', 'd-e_0', 'f_0');
const label = fc.constantFrom('Node A', 'R&amp;D &lt;b&gt;', 'Größe 🌱', 'a "quoted" one', 'constructor');

const others = ['csvAgent', 'nobodyKnows', 'stickyNote', 'stickyNoteAgentflow', 'constructor'];
const some = { maxKeys: 3, noNullPrototype: true } as const;

/** Values for inputs that the node has, and for some that it has not. */
function inputsOf(template: NodeTemplate | undefined): fc.Arbitrary<Record<string, unknown>> {
  const names = template?.inputs.map(({ name }) => name) ?? [];
  const known = names.length === 0 ? inputName : fc.oneof(fc.constantFrom(...names), inputName);
  return fc.dictionary(known, value, { maxKeys: 8, noNullPrototype: true });
}

function node(templates: ReadonlyMap<string, NodeTemplate>) {
  const name = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...templates.keys()) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
  const outputs: Record<string, unknown>[] = [
    {},
    { output: 'retriever' },
    { output: 'lost' },
    { output: '' },
  ];
  return name.chain((known) =>
    fc
      .record(
        {
          id,
          label,
          position: fc.constantFrom({ x: 0, y: 0 }, { x: -1.5, y: 1e6 }),
          version: fc.constantFrom(1, 1.1, 2, 3, 99),
          inputs: inputsOf(templates.get(known)),
          outputs: fc.constantFrom(...outputs),
          category: fc.constantFrom('Chains', 'Sequential Agents', 'Agent Flows', 'Unheard of'),
          more: fc.dictionary(fc.constantFrom('color', 'hideInput', 'tags', 'status', 'zz'), value, some),
          beside: fc.dictionary(fc.constantFrom('width', 'dragging', 'style', 'extent', 'zz'), value, some),
          type: fc.constantFrom('customNode', 'stickyNote', 'agentFlow', 'iteration'),
          parentNode: id,
        },
        { requiredKeys: ['id', 'label', 'position'] },
      )
      .map(({ id: own, label: shown, position, beside, type, parentNode, more, ...data }) => ({
        ...beside,
        position,
        ...(type !== undefined && { type }),
        ...(parentNode !== undefined && known.endsWith('Agentflow') && { parentNode }),
        id: own,
        data: { ...more, ...data, label: shown, name: known, id: own },
      })),
  );
}

type Drawn = { id: string; type?: string; data: { name: string } };

const end = fc.nat({ max: 5 });
const edge = fc.record({
  from: end,
  to: end,
  out: fc.nat({ max: 3 }),
  into: fc.nat({ max: 8 }),
  isLost: fc.nat({ max: 9 }),
});

/** An edge between two of the nodes, at anchors that they have, or at none. */
function drawEdge(
  { from, to, out, into, isLost }: typeof edge extends fc.Arbitrary<infer E> ? E : never,
  nodes: readonly Drawn[],
  templates: ReadonlyMap<string, NodeTemplate>,
) {
  const [source, target] = [nodes[from % nodes.length], nodes[to % nodes.length]];
  const outputs = templates.get(source?.data.name ?? '')?.outputs ?? [];
  const inputs = templates.get(target?.data.name ?? '')?.inputs ?? [];
  const [given, taken] = [outputs[out % outputs.length], inputs[into % inputs.length]];
  const sourceId = isLost === 0 || !source ? 'gone_0' : source.id;
  const targetId = isLost === 1 || !target ? 'gone_1' : target.id;
  const isStep = target?.data.name.endsWith('Agentflow') === true;
  return {
    ...(isStep && { type: 'agentFlow', data: { sourceColor: '#fff', edgeLabel: 'x', isHumanInput: false } }),
    source: sourceId,
    sourceHandle: `${sourceId}-output-${given?.name ?? 'x'}-${given?.baseClasses.join('|') ?? 'X'}`,
    target: targetId,
    targetHandle: isStep ? targetId : `${targetId}-input-${taken?.name ?? 'lost'}-${taken?.type ?? 'Lost'}`,
    id: `${sourceId}-${targetId}-${into}`,
  };
}

/** Drawings as another product might have exported them: old versions, unknown nodes, edges to nowhere, two nodes of one id. */
export function drawingArbitrary(templates: readonly NodeTemplate[]) {
  const byName = new Map(templates.map((template) => [template.name, template]));
  const nodes = fc.uniqueArray(node(byName), { maxLength: 6, selector: (one) => one.id });
  const doubled = fc.tuple(nodes, node(byName)).map(([all, more]) => [...all, more]);
  return fc
    .record(
      {
        nodes: fc.oneof({ weight: 7, arbitrary: nodes }, { weight: 1, arbitrary: doubled }),
        edges: fc.array(edge, { maxLength: 8 }),
        viewport: fc.constant({ x: 0, y: 0, zoom: 0.5 }),
      },
      { requiredKeys: ['nodes', 'edges'] },
    )
    .map((drawing) => ({
      ...drawing,
      edges: drawing.edges.map((one) => drawEdge(one, drawing.nodes, byName)),
    }));
}

/** The text of a file around a drawing, in one of the forms that are met. */
export function fileOf(flow: FlowData, form: number): string {
  const forms = [
    () => JSON.stringify(flow),
    () => `\uFEFF${JSON.stringify(flow, null, 2)}`,
    () => JSON.stringify({ flowData: JSON.stringify(flow), apiConfig: '{}', chatbotConfig: null }),
    () => JSON.stringify({ chatflow: flow }),
    () =>
      JSON.stringify({
        description: 'x',
        framework: ['Langchain'],
        usecases: ['RAG'],
        badge: 'NEW',
        ...flow,
      }),
    () => JSON.stringify({ flowData: flow, name: 'A &amp; B', type: 'CHATFLOW' }),
  ];
  return (forms[form] ?? forms[0])?.() ?? '';
}
