import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { studio } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const at = { x: 0, y: 0 };

describe('a flow with a node whose form alone is known', () => {
  let house: TestApp;
  let user: TestUser;
  let templates: Map<string, NodeTemplate>;

  beforeAll(async () => {
    house = await createTestApp();
    user = await house.signIn();
    const all = (await user.inject({ method: 'GET', url: `${studio}/nodes` })).json<NodeTemplate[]>();
    templates = new Map(all.map((template) => [template.name, template]));
  });
  afterAll(() => house.close());

  const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
    user.inject({ method, url, ...(payload && { payload }) });

  async function store(build: (flow: FlowBuilder) => void) {
    const flow = new FlowBuilder((name) => {
      const template = templates.get(name);
      if (!template) throw new Error(name);
      return template;
    });
    build(flow);
    const flowData = flow.build();
    const made = await send('POST', `${studio}/flows`, { name: 'Brought', type: 'CHATFLOW', flowData });
    return { id: made.json<{ id: string }>().id, flowData };
  }

  it('keeps all it holds and answers a question with the node and the reason', async () => {
    const values = {
      folderPath: '/srv/papers',
      pdfUsage: 'perFile',
      foreign: { deep: [1, { two: '2' }] },
    };
    const { id, flowData } = await store((flow) => {
      const store = flow.add('memoryVectorStore', at);
      flow.connect(flow.add('folderFiles', at, values), store, 'document');
      flow.connect(flow.add('demoEmbeddings', at), store, 'embeddings');
      const chain = flow.add('conversationalRetrievalQAChain', at);
      flow.connect(store, chain, 'vectorStoreRetriever');
      flow.connect(flow.add('demoModel', at), chain, 'model');
    });
    const stored = (await send('GET', `${studio}/flows/${id}`)).json();
    expect(stored.flowData.nodes).toEqual(flowData.nodes);
    expect(stored.flowData.edges).toEqual(flowData.edges);
    const answer = await send('POST', `/api/v1/prediction/${id}`, { question: 'Why?' });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().message).toMatch(/^Folder with Files cannot run here\. .*disk/);
    const { problems } = (await send('POST', `${studio}/flow-check`, { flowData })).json();
    expect(problems).toMatchObject([{ code: 'NODE_CANNOT_RUN', nodeId: 'folderFiles_0' }]);
  });

  it('runs all the same where nothing takes from that node', async () => {
    const { id } = await store((flow) => {
      const chain = flow.add('llmChain', at);
      flow.connect(flow.add('demoModel', at), chain, 'model');
      flow.connect(flow.add('promptTemplate', at, { template: 'Say hello' }), chain, 'prompt');
      flow.add('pinecone', at);
    });
    expect((await send('POST', `/api/v1/prediction/${id}`, { question: 'Why?' })).statusCode).toBe(200);
  });
});
