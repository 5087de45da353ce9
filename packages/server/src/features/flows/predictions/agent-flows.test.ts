import type { ExecutedNode } from '@tendril/contract/api/executions';
import type { PredictionAnswer } from '@tendril/contract/api/predictions';
import type { NodeRun } from '@tendril/contract/api/runs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentEdge as edge, agentNode as node } from '../../../testing/agent-flow-fixtures.ts';
import { databases } from '../../../testing/databases.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { type KeyHolder, makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

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

  it('lists what a step did for every element of an iteration, with its time and what it gave', async () => {
    const each = {
      ...node('iterationAgentflow_0', { iterationInput: '["tea", "milk"]' }),
      type: 'iteration',
    };
    const inside = { ...node('directReplyAgentflow_0', { directReplyMessage: 'Buy {{ $iteration }}' }) };
    const id = await make({
      nodes: [
        node('startAgentflow_0', { startInputType: 'chatInput' }),
        { ...each, style: { width: 400, height: 200 } },
        { ...inside, parentNode: 'iterationAgentflow_0', extent: 'parent' },
      ],
      edges: [edge('startAgentflow_0', 'iterationAgentflow_0')],
    });
    const asked = { method: 'POST' as const, url: `${studio}/prediction/${id}`, payload: { question: 'Go' } };
    expect((await user.inject(asked)).json()).toMatchObject({ text: 'Buy tea\nBuy milk' });
    const url = `${studio}/flows/${id}/nodes/directReplyAgentflow_0/runs`;
    const [run] = (await user.inject({ method: 'GET', url })).json<NodeRun[]>();
    const of = { items: 2, status: 'done', retries: 0, ms: expect.any(Number) };
    expect(run).toMatchObject({
      roundCount: 2,
      rounds: [
        { ...of, frame: 'iterationAgentflow_0#0', preview: 'Buy tea' },
        { ...of, frame: 'iterationAgentflow_0#1', preview: 'Buy milk' },
      ],
    });
    expect(run?.ms).toBeCloseTo(run?.rounds.reduce((sum, { ms }) => sum + (ms ?? 0), 0) ?? 0);
    const all = await user.inject({
      method: 'GET',
      url: `${studio}/flows/${id}/nodes/iterationAgentflow_0/runs`,
    });
    expect(all.json()).toMatchObject([{ roundCount: 1, rounds: [] }]);
  });

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
