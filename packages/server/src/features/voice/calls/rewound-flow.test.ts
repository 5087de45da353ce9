import { draftCallTest } from '@tendril/contract/api/call-details';
import { createCall, type ReplayedLine } from '@tendril/contract/api/calls';
import type { SimulationFields } from '@tendril/contract/api/simulations';
import type { LoggedCallEvent } from '@tendril/contract/call-event';
import type { FlowData } from '@tendril/contract/flow/flow';
import { flowActKeys } from '@tendril/contract/voice/flow-acts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentEdge as edge, agentNode as node } from '../../../testing/agent-flow-fixtures.ts';
import { CallClient, makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { databases } from '../../../testing/databases.ts';
import { makeFlow, talkingFlow } from '../../../testing/flow-fixtures.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

/** Keeps what was said in its state, which it answers with, beside the messages that it remembers. */
const collecting = (updates: object[] = []) =>
  ({
    nodes: [
      node('startAgentflow_0', {
        startInputType: 'chatInput',
        startPersistState: true,
        startState: [{ key: 'said', value: '' }],
      }),
      node('customFunctionAgentflow_0', {
        customFunctionJavascriptFunction: 'return $flow.state.said + $flow.input + ";"',
        customFunctionUpdateState: [{ key: 'said', value: '{{ output }}' }, ...updates],
      }),
      node('directReplyAgentflow_0', {
        directReplyMessage: 'Said: {{ $flow.state.said }} Remembered: {{ chat_history }}',
      }),
    ],
    edges: [
      edge('startAgentflow_0', 'customFunctionAgentflow_0'),
      edge('customFunctionAgentflow_0', 'directReplyAgentflow_0'),
    ],
  }) as unknown as FlowData;

describe.each(databases)('a call that a flow answers, rewound, on %s', (database) => {
  let test: TestApp;
  let user: TestUser;
  let base: string;

  beforeAll(async () => {
    test = await createTestApp({ database });
    user = await test.signIn();
    base = await test.listen();
  });
  afterAll(() => test.close());

  const get = async <T>(url: string) => (await user.inject({ method: 'GET', url })).json<{ data: T }>().data;

  async function agentOf(flowId: string): Promise<string> {
    return makeAgent(user, { settings: { brain: { type: 'flow', flowId, versionId: null } } });
  }

  async function open(agentId: string, history: readonly ReplayedLine[] = []) {
    const { data, socketPath, token } = await registerCall(user, agentId, { history });
    const page = new CallClient(base, socketPath, token);
    await page.event('call-start');
    // Turns that are taken over come before everything else.
    await page.until(() => history.length === 0 || page.events.some(({ type }) => type === 'agent-turn'));
    return { page, id: data.id };
  }

  async function talk(agentId: string, words: readonly string[], history: readonly ReplayedLine[] = []) {
    const { page, id } = await open(agentId, history);
    const answers: string[] = [];
    for (const line of words) answers.push(await page.say(line));
    page.send({ type: 'hang-up' });
    await page.closed;
    const pressed = page.events.flatMap((event) => (event.type === 'keypad-press' ? [event.digits] : []));
    return { id, answers, pressed, history: turnsOf(page.events) };
  }

  it('goes on with the state that its flow had at that turn, and with what was said until then', async () => {
    const agentId = await agentOf(await makeFlow(user, collecting(), 'Collects', 'AGENTFLOW'));
    const first = await talk(agentId, ['one', 'two', 'three']);
    expect(first.answers.at(-1)).toContain('Said: one;two;three;');

    const again = await talk(agentId, ['other', 'more'], first.history.slice(0, 4));
    expect(again.answers[0]).toContain('Said: one;two;other;');
    expect(again.answers[0]).toMatch(/Remembered: user: one\nassistant: Said: one;.*\nuser: two\n/s);
    expect(again.answers[0]).not.toContain('three');
    // From then on its own.
    expect(again.answers[1]).toContain('Said: one;two;other;more;');

    // The rewound call can be rewound itself, into what it has taken over too.
    expect((await talk(agentId, ['x'], again.history.slice(0, 2))).answers[0]).toContain('Said: one;x;');
    expect((await talk(agentId, ['x'], again.history.slice(0, 6))).answers[0]).toContain(
      'Said: one;two;other;x;',
    );
    // The first call has kept its own.
    expect((await talk(agentId, ['x'], first.history)).answers[0]).toContain('Said: one;two;three;x;');
  });

  it('remembers by a memory that is wired to its chain', async () => {
    const agentId = await agentOf(await makeFlow(user, await talkingFlow(user)));
    const first = await talk(agentId, ['My name is Ada.', 'No, my name is Grace.']);
    const history = first.history.slice(0, 2);
    expect((await talk(agentId, ['What is my name?'], history)).answers[0]).toContain('Ada');
  });

  it('does not ask the line once more for what its state asked before', async () => {
    const flowId = await makeFlow(
      user,
      collecting([{ key: flowActKeys.pressDigits, value: '42' }]),
      'Presses',
      'AGENTFLOW',
    );
    const agentId = await agentOf(flowId);
    const first = await talk(agentId, ['one']);
    expect(first.pressed).toEqual(['42']);
    expect((await talk(agentId, ['two'], first.history)).pressed).toEqual([]);
  });

  it('is refused in words when the run that it goes on from is gone', async () => {
    const agentId = await agentOf(await makeFlow(user, collecting(), 'Gone', 'AGENTFLOW'));
    const { id, history } = await talk(agentId, ['one']);
    await user.inject({ method: 'DELETE', url: `${createCall.path}/${id}` });
    const { data: _, socketPath, token } = await registerCall(user, agentId, { history });
    const page = new CallClient(base, socketPath, token);
    const refused = await page.until(() => page.notices.find(({ type }) => type === 'refused'));
    expect(refused).toMatchObject({
      code: 'NOT_FOUND',
      message: 'The run that this goes on from no longer exists.',
    });
  });

  it('becomes a test case from any of its turns, which its flow passes', async () => {
    const agentId = await agentOf(await makeFlow(user, collecting(), 'Tested', 'AGENTFLOW'));
    const { id } = await talk(agentId, ['one', 'two', 'three']);
    const events = await get<LoggedCallEvent[]>(`${createCall.path}/${id}/events`);
    const second = events.filter(({ type }) => type === 'user-turn')[1];
    const url = `${draftCallTest.path.replace(':id', id)}?upTo=${second?.seq}`;
    const draft = await get<SimulationFields>(url);
    expect(draft.caller).toEqual({ type: 'script', lines: ['one', 'two'] });
    expect(draft.checks).toMatchObject([{ type: 'says', text: expect.stringContaining('Said: one;two;') }]);
  });
});

/** The turns of a call as its page sends them back. */
function turnsOf(events: readonly LoggedCallEvent[]): ReplayedLine[] {
  return events.flatMap((event): ReplayedLine[] => {
    if (event.type === 'user-turn') return [{ role: 'user', content: event.text }];
    if (event.type !== 'agent-turn') return [];
    const run = events.find((one) => one.type === 'flow-run' && one.turn === event.turn);
    if (run?.type !== 'flow-run') throw new Error(`No run of turn ${event.turn}`);
    const { flowId, runId } = run;
    return [{ role: 'agent', content: event.text, flowRun: { flowId, runId } }];
  });
}
