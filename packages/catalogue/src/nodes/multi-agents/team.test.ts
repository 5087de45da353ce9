import type { AgentReasoning, Chain } from '@tendril/contract/provider/answer';
import type { ChatModel } from '@tendril/contract/provider/chat-model';
import { describe, expect, it } from 'vitest';
import type { TeamWorker } from '../../multi-agent/team-worker.ts';
import { type TestContext, type TestContextOptions, testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';

const route = (next: string, instructions = '', reasoning = 'Because.') =>
  JSON.stringify({ reasoning, next, instructions });

const house = (options: TestContextOptions = {}) => testContext({ question: 'Write on tea', ...options });

const workerOf = (nodeId: string, workerName: string, given: Record<string, unknown> = {}) =>
  runNode<TeamWorker>('worker', { workerName, ...given }, testContext({ nodeId }), 'member');

async function ask(
  model: ChatModel,
  members: TeamWorker[],
  context: TestContext,
  given: Record<string, unknown> = {},
) {
  const chain = await runNode<Chain>(
    'supervisor',
    { model, members, ...given },
    {
      ...context,
      nodeId: 'supervisor_0',
    },
  );
  return chain.invoke(context.question, context);
}

const shown = (context: TestContext): AgentReasoning[] =>
  context.events.flatMap((event) => (event.type === 'agent-reasoning' ? event.reasoning : []));

describe('a supervisor with its workers', () => {
  it('gives work to one after the other until it is done, and answers with what was said last', async () => {
    const model = scriptedModel(
      route('researcher', 'Find facts'),
      'Tea is old.',
      route('copy_writer', 'Write it'),
      'A short text.',
      route('FINISH'),
    );
    const workers = [
      await workerOf('worker_0', 'Researcher', {
        workerPrompt: 'You work at {company}.',
        promptValues: '{"company":"Tea Ltd"}',
      }),
      await workerOf('worker_1', 'Copy Writer'),
    ];
    const context = house({ isStreaming: true });
    const answer = await ask(model, workers, context);
    expect(answer.text).toBe('A short text.');
    expect(context.streamedText()).toBe('A short text.');
    expect(model.promptOf(0)[0]).toContain('researcher, copy_writer');
    expect(model.promptOf(1)).toEqual([
      'system: You work at Tea Ltd.',
      'user: Write on tea',
      'user: Supervisor: Find facts',
    ]);
    expect(model.promptOf(3).slice(1)).toEqual([
      'user: Write on tea',
      'user: Supervisor: Find facts',
      'user: researcher: Tea is old.',
      'user: Supervisor: Write it',
    ]);
    const names = context.events.flatMap((event) => (event.type === 'next-agent' ? event.name : []));
    expect(names).toEqual(['Researcher', 'Copy Writer']);
    expect(shown(context)).toEqual(answer.agentReasoning);
    expect(answer.agentReasoning).toMatchObject([
      { agentName: 'Supervisor', next: 'Researcher', instructions: 'Find facts', nodeId: 'supervisor_0' },
      { agentName: 'Researcher', messages: ['Tea is old.'], nodeId: 'worker_0' },
      { agentName: 'Supervisor', next: 'Copy Writer' },
      { agentName: 'Copy Writer', messages: ['A short text.'] },
      { agentName: 'Supervisor', next: 'FINISH' },
    ]);
  });

  it('sums up at the end where it is told to, as the streamed answer', async () => {
    const model = scriptedModel(route('researcher'), 'Tea is old.', route('FINISH'), 'In short: old.');
    const context = house({ isStreaming: true });
    const answer = await ask(model, [await workerOf('worker_0', 'Researcher')], context, {
      supervisorName: 'Boss',
      summarization: true,
    });
    expect(answer.text).toBe('In short: old.');
    expect(context.streamedText()).toBe('In short: old.');
    expect(answer.agentReasoning?.[0]?.agentName).toBe('Boss');
  });

  it('tells the supervisor and the caller that a worker failed, and goes on', async () => {
    const broken = scriptedModel({ error: new Error('The line is down.') });
    const model = scriptedModel(route('researcher', 'Find'), route('FINISH', 'Nobody knows.'));
    const context = house();
    const worker = await workerOf('worker_0', 'Researcher', { model: broken });
    const answer = await ask(model, [worker], context);
    expect(answer.text).toBe('Nobody knows.');
    expect(shown(context)[1]?.messages[0]).toMatch(/Researcher could not do it: .+/);
    expect(model.promptOf(1).join('\n')).toContain('researcher: Researcher could not do it');
  });

  it('calls the tools of its workers, and shows their use', async () => {
    const context = house({ question: 'What is 3 * 4?' });
    const calculator = await runNode('calculator', {}, context);
    const model = scriptedModel(
      route('counter', 'Count'),
      { toolCalls: [{ tool: 'calculator', input: { expression: '3 * 4' } }] },
      'It is 12.',
      route('FINISH'),
    );
    const answer = await ask(
      model,
      [await workerOf('worker_0', 'Counter', { tools: [calculator] })],
      context,
    );
    expect(answer).toMatchObject({
      text: 'It is 12.',
      usedTools: [{ tool: 'calculator', toolOutput: '12' }],
    });
  });

  it('stops at its limit of steps', async () => {
    const model = scriptedModel(
      route('researcher'),
      'Tea.',
      route('researcher'),
      'Tea.',
      route('researcher'),
    );
    const asked = ask(model, [await workerOf('worker_0', 'Researcher')], house(), { recursionLimit: 4 });
    await expect(asked).rejects.toMatchObject({
      code: 'LIMIT_STEPS',
      message: expect.stringContaining('4 steps'),
    });
  });

  it('refuses two workers of one name', async () => {
    const twins = [await workerOf('worker_0', 'Researcher'), await workerOf('worker_1', 'researcher')];
    await expect(ask(scriptedModel(''), twins, house())).rejects.toMatchObject({ code: 'FLOW_INVALID' });
  });

  it('comes to an end on the demo model', async () => {
    const model = await runNode<ChatModel>('demoModel', {}, house());
    const answer = await ask(model, [await workerOf('worker_0', 'Researcher')], house());
    expect(answer.text).not.toBe('');
    expect(answer.agentReasoning?.at(-1)?.next).toBe('FINISH');
  });
});
