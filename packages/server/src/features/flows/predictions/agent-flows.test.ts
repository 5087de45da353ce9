import type { ExecutedNode } from '@tendril/contract/api/executions';
import type { PredictionAnswer } from '@tendril/contract/api/predictions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { type KeyHolder, makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const node = (id: string, inputs: object = {}) => ({
  id,
  type: 'agentFlow',
  position: { x: 0, y: 0 },
  data: { id, name: id.slice(0, id.lastIndexOf('_')), label: `The ${id}`, inputs },
});
const edge = (source: string, target: string, output = source.slice(0, source.lastIndexOf('_'))) => ({
  source,
  target,
  sourceHandle: `${source}-output-${output}`,
  targetHandle: target,
  type: 'agentFlow',
});

describe.each(databases)('agent flows on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let key: KeyHolder;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    key = await makeKey(app, user.caller.workspaceId);
  });
  afterAll(() => app.close());

  const make = async (flowData: object, name = 'Agents') => {
    const payload = { name, type: 'AGENTFLOW', flowData };
    const answer = await user.inject({ method: 'POST', url: `${studio}/flows`, payload });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json<{ id: string }>().id;
  };
  const replying = (message: string, start: object = { startInputType: 'chatInput' }) => ({
    nodes: [node('startAgentflow_0', start), node('directReplyAgentflow_0', { directReplyMessage: message })],
    edges: [edge('startAgentflow_0', 'directReplyAgentflow_0')],
  });
  const asking = () => ({
    nodes: [
      node('startAgentflow_0', { startInputType: 'chatInput' }),
      node('humanInputAgentflow_0', {
        humanInputDescriptionType: 'fixed',
        humanInputDescription: 'May I?',
        humanInputEnableFeedback: true,
      }),
      node('directReplyAgentflow_0', { directReplyMessage: 'Done.' }),
      node('directReplyAgentflow_1', { directReplyMessage: 'Not done.' }),
    ],
    edges: [
      edge('startAgentflow_0', 'humanInputAgentflow_0'),
      edge('humanInputAgentflow_0', 'directReplyAgentflow_0', '0'),
      edge('humanInputAgentflow_0', 'directReplyAgentflow_1', '1'),
    ],
  });
  const executing = (flowId: string) => ({
    nodes: [
      node('startAgentflow_0', { startInputType: 'chatInput' }),
      node('executeFlowAgentflow_0', {
        executeFlowSelectedFlow: flowId,
        executeFlowInput: 'Passed on: {{ question }}',
        executeFlowReturnResponseAs: 'userMessage',
      }),
    ],
    edges: [edge('startAgentflow_0', 'executeFlowAgentflow_0')],
  });
  const post = (id: string, payload: object) =>
    key.inject({ method: 'POST', url: `/api/v1/prediction/${id}`, payload });
  const ask = async (id: string, payload: object) => {
    const answer = await post(id, payload);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<PredictionAnswer & { agentFlowExecutedData: ExecutedNode[] }>();
  };

  it('answer with what each node did, under the id of an execution', async () => {
    const id = await make(replying('You said {{ question }}'));
    const answer = await ask(id, { question: 'Hi' });
    expect(answer).toMatchObject({ text: 'You said Hi', question: 'Hi', executionId: answer.runId });
    expect(answer.agentFlowExecutedData).toMatchObject([
      { nodeId: 'startAgentflow_0', nodeLabel: 'The startAgentflow_0', status: 'FINISHED' },
      {
        nodeId: 'directReplyAgentflow_0',
        previousNodeIds: ['startAgentflow_0'],
        data: { output: { content: 'You said Hi' } },
      },
    ]);
    const url = `/api/v1/executions/${answer.executionId}`;
    const execution = (await key.inject({ method: 'GET', url })).json();
    expect(execution).toMatchObject({ state: 'FINISHED', agentflowId: id });
    expect(JSON.parse(execution.executionData)).toMatchObject(
      answer.agentFlowExecutedData.map(({ nodeId, status, previousNodeIds }) => ({
        ...{ nodeId, status, previousNodeIds },
      })),
    );
  });

  it('stream the events of each node, then the end', async () => {
    const id = await make(replying('You said {{ question }}'));
    const { body } = await post(id, { question: 'Hi', streaming: true });
    const events = [...body.matchAll(/"event":"(\w+)"/g)].map(([, event]) => event);
    expect(events).toEqual([
      'agentFlowEvent',
      'nextAgentFlow',
      'nextAgentFlow',
      'agentFlowExecutedData',
      'nextAgentFlow',
      'token',
      'nextAgentFlow',
      'agentFlowExecutedData',
      'agentFlowEvent',
      'metadata',
      'end',
    ]);
    expect(body).toContain('"event":"agentFlowEvent","data":"FINISHED"');
  });

  it.each([
    ['proceed', 'Done.'],
    ['reject', 'Not done.'],
  ])('go on with the latest waiting run of the session by humanInput: %s', async (type, text) => {
    const id = await make(asking());
    const chatId = `chat-${type}`;
    const asked = await ask(id, { question: 'Hi', chatId });
    expect(asked.action).toMatchObject({
      elements: [{ type: 'agentflowv2-approve-button' }, { type: 'agentflowv2-reject-button' }],
      data: {
        nodeId: 'humanInputAgentflow_0',
        input: { messages: [{ content: 'May I?' }], humanInputEnableFeedback: true },
      },
    });
    const humanInput = { type, startNodeId: 'humanInputAgentflow_0', feedback: 'Fine.' };
    const other = await post(id, { chatId, humanInput: { ...humanInput, startNodeId: 'elsewhere_0' } });
    expect(other.statusCode).toBe(409);
    const decided = await ask(id, { chatId, humanInput });
    expect(decided).toMatchObject({ text, chatId });
    expect((await post(id, { chatId, humanInput })).statusCode).toBe(409);
    const list = (await key.inject({ method: 'GET', url: `/api/v1/executions?agentflowId=${id}` })).json();
    expect(list).toMatchObject({ total: 1, data: [{ id: decided.executionId, state: 'FINISHED' }] });
  });

  it('begin with a form, whose values are the question where none is asked', async () => {
    const start = {
      startInputType: 'formInput',
      formTitle: 'Order',
      formInputTypes: [{ type: 'string', label: 'Name', name: 'who' }],
    };
    const id = await make(replying('Hello {{ $form.who }}', start));
    expect(await ask(id, { form: { who: 'Ada' } })).toMatchObject({
      text: 'Hello Ada',
      question: 'who: Ada',
    });
    expect((await post(id, {})).statusCode).toBe(400);
    const long = await post(id, { form: { who: 'x'.repeat(1_000_000) } });
    expect([long.statusCode, long.json().message]).toEqual([
      400,
      'form: must not be longer than 1000000 characters',
    ]);
  });

  it('run another flow of the workspace in a run of its own, linked to theirs', async () => {
    const inner = await make(replying('Inner heard: {{ question }}'), 'Inner');
    const outer = await make(executing(inner), 'Outer');
    const answer = await ask(outer, { question: 'Hi' });
    expect(answer.text).toBe('Inner heard: Passed on: Hi');
    const { data } = (await user.inject({ method: 'GET', url: `${studio}/flows/${inner}/runs` })).json();
    expect(data).toMatchObject([{ parentId: answer.runId, question: 'Passed on: Hi', status: 'done' }]);
  });

  it('are refused what is not in their workspace, and end where they run each other without end', async () => {
    const outsider = await makeKey(app);
    const theirs = await outsider.inject({
      method: 'POST',
      url: '/api/v1/chatflows',
      payload: { name: 'Theirs', type: 'AGENTFLOW', flowData: JSON.stringify(replying('Secret')) },
    });
    for (const flowId of ['no-such-flow', theirs.json<{ id: string }>().id]) {
      const answer = await post(await make(executing(flowId)), { question: 'Hi' });
      expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' });
    }

    const one = await make(executing('no-such-flow'), 'One');
    const two = await make(executing(one), 'Two');
    await key.inject({
      method: 'PUT',
      url: `/api/v1/chatflows/${one}`,
      payload: { flowData: JSON.stringify(executing(two)) },
    });
    const endless = (await post(one, { question: 'Hi' })).json();
    expect(endless).toMatchObject({ code: 'LIMIT_STEPS', message: expect.stringContaining('8 levels') });
    const { total } = (await user.inject({ method: 'GET', url: `${studio}/flows/${two}/runs` })).json();
    expect(total).toBe(4);
  });
});
