import { randomUUID } from 'node:crypto';
import { FlowBuilder } from '@tendril/contract/flow/flow-builder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, readTemplates, studio } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

describe.each(databases)('records that a flow misses on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
  });
  afterAll(() => app.close());

  const ask = async (id: string) =>
    (
      await user.inject({
        method: 'POST',
        url: `/api/v1/prediction/${id}`,
        payload: { question: 'What is 2 and 2?' },
      })
    ).json<{ message?: string; text?: string }>();
  const problems = async (flowData: unknown) =>
    (await user.inject({ method: 'POST', url: `${studio}/flow-check`, payload: { flowData } })).json();

  async function agentWith(selectedTool: string, name = 'customTool', isConnected = true) {
    const draw = new FlowBuilder(await readTemplates(user));
    const model = draw.add('demoModel', { x: 0, y: 0 });
    const tool = draw.add(name, { x: 0, y: 200 }, { selectedTool });
    const agent = draw.add('toolAgent', { x: 300, y: 0 });
    draw.connect(model, agent, 'model');
    draw.connect(draw.add('bufferMemory', { x: 0, y: 400 }), agent, 'memory');
    draw.connect(isConnected ? tool : draw.add('calculator', { x: 0, y: 300 }), agent, 'tools');
    return draw.build();
  }

  it('a tool that does not exist is named with its node, on the canvas and in the answer', async () => {
    const id = await makeFlow(user, await agentWith(randomUUID()), 'Without its tool');
    const wanted = /^Custom Tool: the custom tool that it uses is not here/;
    expect((await ask(id)).message).toMatch(wanted);
    expect(JSON.stringify(await problems(await agentWith(randomUUID())))).toMatch(/MISSING_RECORD/);

    const made = await user.inject({
      method: 'POST',
      url: `${studio}/tools`,
      payload: { name: 'add', description: 'Adds.', func: 'return 4;', schema: '[]' },
    });
    const works = await makeFlow(user, await agentWith(made.json().id), 'With its tool');
    expect((await ask(works)).text).toBeTruthy();
    await user.inject({ method: 'DELETE', url: `${studio}/tools/${made.json().id}` });
    expect((await ask(works)).message, 'also when it was deleted since').toMatch(wanted);
  });

  it('a node that nothing takes from is no reason to refuse', async () => {
    const id = await makeFlow(user, await agentWith(randomUUID(), 'customTool', false), 'Beside it');
    expect((await ask(id)).text).toBeTruthy();
  });

  it('an unknown node is named before anything else that follows from it', async () => {
    const flow = await agentWith(randomUUID());
    for (const node of flow.nodes) if (node.data.name === 'toolAgent') node.data.name = 'agentOfElsewhere';
    const id = await makeFlow(user, flow, 'Unknown end');
    expect((await ask(id)).message).toMatch(/: this installation has no node "agentOfElsewhere"/);
  });
});
