import type { FlowData, FlowNode } from '@tendril/contract/flow/flow';
import type { FlowProblem } from '@tendril/contract/flow/flow-problem';
import { initNode } from '@tendril/contract/flow/init-node';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFlow, readTemplates, studio } from '../../../testing/flow-fixtures.ts';
import { hasForeignFiles, readForeignFiles } from '../../../testing/foreign-files.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const flows = readForeignFiles().filter(({ folder }) => folder !== 'tools');
const typeOf: Readonly<Record<string, string>> = { agentflows: 'MULTIAGENT', agentflowsv2: 'AGENTFLOW' };

/** What only a file's owner has: keys, files, records and addresses. */
const isOwners = ({ code, message }: FlowProblem) =>
  ['CREDENTIAL_MISSING', 'MISSING_RECORD'].includes(code) ||
  (code === 'INVALID_VALUE' && message.endsWith(' is required'));

const about = 'flows as other installations write them (needs flow files of others)';

describe.skipIf(!hasForeignFiles)(about, () => {
  let app: TestApp;
  let user: TestUser;
  let template: (name: string) => NodeTemplate;
  beforeAll(async () => {
    app = await createTestApp();
    user = await app.signIn();
    template = await readTemplates(user);
  });
  afterAll(() => app.close());

  const problemsOf = async (flowData: FlowData) => {
    const payload = { flowData };
    const answer = await user.inject({ method: 'POST', url: `${studio}/flow-check`, payload });
    expect(answer.statusCode, answer.body).toBe(200);
    const { problems } = answer.json<{ problems: FlowProblem[] }>();
    return problems.filter((problem) => !problem.isWarning);
  };

  /** Takes the place of a model, as the button of the canvas does it. */
  function replace(flow: FlowData, node: FlowNode, name: string): void {
    const { id, name: old } = node.data;
    node.data = { ...initNode(template(name), id), inputs: {} };
    const handle = String(node.data.outputAnchors?.[0]?.id);
    for (const edge of flow.edges)
      if (edge.sourceHandle.startsWith(`${id}-output-${old}-`)) edge.sourceHandle = handle;
  }

  /** The flow with the demo model, its text file, and nothing else changed. */
  function onDemoModel(text: string): FlowData {
    const flow = JSON.parse(text) as FlowData;
    const txtFile = `data:text/plain;base64,${Buffer.from('Tea is a drink.').toString('base64')},filename:tea.txt`;
    for (const node of flow.nodes) {
      const { category, name, inputs = {} } = node.data;
      if (category === 'Chat Models') replace(flow, node, 'demoModel');
      if (category === 'Embeddings') replace(flow, node, 'demoEmbeddings');
      if (name === 'textFile') inputs['txtFile'] = txtFile;
      for (const [key, value] of Object.entries(inputs)) {
        if (!name.endsWith('Agentflow')) continue;
        if (key.endsWith('Model') && value)
          Object.assign(inputs, { [key]: 'demoModel', [`${key}Config`]: {} });
        if (key.startsWith('agentToolsBuiltIn')) inputs[key] = '';
      }
    }
    return flow;
  }

  it.each(flows)(
    '$path has no problem but nodes that cannot run and what its owner has',
    async ({ text }) => {
      const problems = await problemsOf(JSON.parse(text));
      const missing = problems.filter(({ code }) => code === 'UNKNOWN_NODE' || code === 'NODE_CANNOT_RUN');
      const others = problems.filter((problem) => !isOwners(problem) && !missing.includes(problem));
      expect(others).toEqual([]);
    },
  );

  it.each(flows)('$path takes the demo model in place of each of its models', async ({ text }) => {
    const problems = await problemsOf(onDemoModel(text));
    expect(problems.filter(({ code }) => code === 'TYPE_MISMATCH')).toEqual([]);
  });

  const running = flows.filter(({ path }) =>
    [
      ...['API Agent', 'IfElse', 'LLM Chain', 'Multi Prompt Chain', 'Conversation Chain', 'Local QnA'],
      ...['Input Moderation', 'Simple Chat Engine', 'Essay Writing & Grading', 'Iterations'],
      'Structured Output',
    ].some((name) => path.endsWith(`/${name}.json`)),
  );

  it.each(running)('$path runs to an answer without a service', async ({ path, folder, text }) => {
    const flow = onDemoModel(text);
    for (const { data } of flow.nodes)
      if (data.name === 'faiss') Object.assign(data.inputs ?? {}, { basePath: '/x' });
    const id = await makeFlow(user, flow, path, typeOf[folder] ?? 'CHATFLOW');
    const payload = { question: 'What is tea?' };
    const answer = await user.inject({ method: 'POST', url: `${studio}/prediction/${id}`, payload });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().text ?? answer.json().json).toBeTruthy();
  });
});
