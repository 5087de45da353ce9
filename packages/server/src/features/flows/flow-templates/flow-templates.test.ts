import type { FlowTemplate } from '@tendril/contract/api/flow-templates';
import type { FlowDetail } from '@tendril/contract/api/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { gatedFlow, makeFlow, studio } from '../../../testing/flow-fixtures.ts';
import { gatedCatalogue } from '../../../testing/gated-catalogue.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const url = `${studio}/templates`;

describe.each(databases)('own templates on %s', (database) => {
  let app: TestApp;
  let user: TestUser;

  beforeAll(async () => {
    app = await createTestApp({ database, catalogue: gatedCatalogue().catalogue });
    user = await app.signIn();
  });
  afterAll(() => app.close());

  const save = (payload: object) => user.inject({ method: 'POST', url, payload });
  const list = async (query = '') =>
    (await user.inject({ method: 'GET', url: url + query })).json<FlowTemplate[]>();

  it('keep the graph without secrets, files, references to them and pinned outputs', async () => {
    const file = `data:text/plain;base64,${Buffer.from('private').toString('base64')},filename:private.txt`;
    const flowData = await gatedFlow(user, { greeting: 'Hello', secret: 'canary-7', document: file });
    const node = flowData.nodes[0]!;
    node.data.credential = 'credential-1';
    node.pinned = { outputs: { gatedChat: 'canary-8' }, at: 1 };
    // A node of nowhere declares its own password.
    const foreign = structuredClone(node);
    foreign.id = 'foreign_0';
    foreign.data = {
      ...foreign.data,
      id: 'foreign_0',
      name: 'foreign',
      inputParams: [{ name: 'token', type: 'password' }],
      inputs: { token: 'canary-9', plain: 'stays', upload: 'FILE-STORAGE::["x.txt"]' },
    };
    flowData.nodes.push(foreign);
    flowData.groups = [{ id: 'g', label: 'Both', nodeIds: [node.id, foreign.id] }];
    const flowId = await makeFlow(user, flowData, 'Source');
    const made = await save({
      flowId,
      name: ' Greeter ',
      description: 'Says hello',
      badge: 'NEW',
      usecases: ['Shop'],
    });
    expect(made.statusCode, made.body).toBe(201);
    expect(made.json()).toMatchObject({
      name: 'Greeter',
      description: 'Says hello',
      type: 'CHATFLOW',
      badge: 'NEW',
      usecases: ['Shop'],
      nodeNames: ['gatedChat', 'foreign'],
    });
    const [row] = await app.infrastructure.db.selectFrom('flow_template').selectAll().execute();
    expect(row?.flowData).not.toMatch(/canary|credential-1|STORED-SECRET|FILE-STORAGE|pinned|••/);

    const created = await user.inject({
      method: 'POST',
      url: `${url}/${made.json().id}/flows`,
      payload: { name: 'Mine' },
    });
    expect(created.statusCode, created.body).toBe(201);
    const flow = created.json<FlowDetail>();
    expect(flow).toMatchObject({ name: 'Mine', description: 'Says hello', status: 'never', isPublic: false });
    expect(flow.flowData.groups).toEqual(flowData.groups);
    expect(flow.flowData.nodes.map(({ data }) => data.inputs)).toEqual([
      expect.objectContaining({ greeting: 'Hello', secret: '', document: '' }),
      { token: '', plain: 'stays', upload: '' },
    ]);
    const unnamed = await user.inject({ method: 'POST', url: `${url}/${made.json().id}/flows` });
    expect(unnamed.json().name).toBe('Greeter');
    await user.inject({ method: 'DELETE', url: `${studio}/flows/${flowId}` });
    expect((await list()).map((template) => template.name)).toEqual(['Greeter']);
  });

  it('are listed by type without their graph, and deleted', async () => {
    const flowId = await makeFlow(user, await gatedFlow(user));
    const { id } = (await save({ flowId, name: 'Second' })).json();
    const answer = await user.inject({ method: 'GET', url: `${url}?type=CHATFLOW` });
    expect(answer.body).not.toContain('flowData');
    expect(answer.json()[0]).toMatchObject({ id, name: 'Second', usecases: [], badge: '', description: '' });
    expect(await list('?type=MULTIAGENT')).toEqual([]);
    expect((await user.inject({ method: 'DELETE', url: `${url}/${id}` })).statusCode).toBe(204);
    expect((await user.inject({ method: 'DELETE', url: `${url}/${id}` })).statusCode).toBe(404);
  });

  it('refuse bad input by its field', async () => {
    const flowId = await makeFlow(user, await gatedFlow(user));
    for (const [body, path] of [
      [{ flowId, name: ' ' }, 'name'],
      [{ flowId, name: 'x', usecases: ['a', ''] }, 'usecases.1'],
      [{ flowId, name: 'x', flowData: {} }, 'flowData'],
      [{ name: 'x' }, 'flowId'],
    ] as const) {
      const answer = await save(body);
      expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, path]);
    }
    expect((await save({ flowId: 'unknown', name: 'x' })).statusCode).toBe(404);
    expect((await user.inject({ method: 'GET', url: `${url}?kind=x` })).statusCode).toBe(400);
  });

  it('ATK-067: to another workspace they do not exist, nor do its flows to a template', async () => {
    const flowId = await makeFlow(user, await gatedFlow(user));
    const { id } = (await save({ flowId, name: 'Gone' })).json();
    for (const table of ['flow', 'flow_template'] as const)
      await app.infrastructure.db
        .updateTable(table)
        .set({ workspaceId: 'elsewhere' })
        .where('id', 'in', [id, flowId])
        .execute();
    expect((await list()).map((template) => template.id)).not.toContain(id);
    expect((await user.inject({ method: 'POST', url: `${url}/${id}/flows` })).statusCode).toBe(404);
    expect((await user.inject({ method: 'DELETE', url: `${url}/${id}` })).statusCode).toBe(404);
    expect((await save({ flowId, name: 'Thief' })).statusCode).toBe(404);
  });
});
