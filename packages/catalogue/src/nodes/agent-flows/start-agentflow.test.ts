import type { AgentFlowTrigger } from '@tendril/contract/provider/agent-flow';
import { describe, expect, it } from 'vitest';
import { type TestContextOptions, testContext } from '../../testing/run-context.ts';
import { stepState } from '../../testing/run-step.ts';

const start = (given: Record<string, unknown>, options: TestContextOptions = {}) =>
  stepState('startAgentflow', given, testContext({ nodeId: 'startAgentflow_0', ...options }));

const storedHistory = [
  { role: 'user' as const, content: 'Hello' },
  { role: 'assistant' as const, content: 'Hello!' },
];

const post: AgentFlowTrigger = {
  type: 'webhook',
  body: { order: 7 },
  headers: { 'x-shop': 'tea' },
  query: { page: '2' },
};

const schedule = { startInputType: 'scheduleInput', scheduleFrequency: 'hourly', scheduleOnMinute: 5 };

describe('the start of an agent flow', () => {
  it('begins a chat with what was said before in the session, and the question', async () => {
    const state = await start({}, { question: 'Tea?', storedHistory });
    expect(state.messages.map(({ content }) => content)).toEqual(['Hello', 'Hello!', 'Tea?']);
    expect(state.runStart).toBe(2);
    expect(state.results['startAgentflow_0']?.content).toBe('Tea?');
    expect(state.trigger).toBeUndefined();
  });

  it('remembers nothing with "Ephemeral Memory"', async () => {
    const state = await start({ startEphemeralMemory: true }, { question: 'Tea?', storedHistory });
    expect(state.messages).toEqual([{ role: 'user', content: 'Tea?' }]);
    expect(state.runStart).toBe(0);
  });

  it('sets the state that the form names, and takes over that of the last run if it is kept', async () => {
    const startState = [
      { key: 'topic', value: 'tea' },
      { key: 'rounds', value: '' },
      { key: '', value: 'lost' },
    ];
    const sessionState = { topic: 'coffee' };
    const fresh = await start({ startState }, { sessionState });
    expect(fresh.values).toEqual({ topic: 'tea', rounds: '' });
    const kept = await start({ startState, startPersistState: true }, { sessionState });
    expect(kept.values).toEqual({ topic: 'coffee', rounds: '' });
  });

  it('reads a form by the types of its fields, and puts it in words', async () => {
    const formInputTypes = [
      { type: 'string', label: 'Name', name: 'name' },
      { type: 'number', label: 'Guests', name: 'guests' },
      { type: 'boolean', label: 'Vegan', name: 'vegan' },
      { type: 'options', label: 'Day', name: 'day', addOptions: [{ option: 'Mon' }] },
    ];
    const trigger = { type: 'form', form: { name: 'Ada', guests: '4', vegan: 'true' } } as const;
    const state = await start({ startInputType: 'formInput', formInputTypes }, { trigger });
    expect(state.trigger).toEqual({
      type: 'form',
      form: { name: 'Ada', guests: 4, vegan: true, day: '' },
    });
    expect(state.messages[0]?.content).toBe('name: Ada\nguests: 4\nvegan: true\nday: ');
    expect(state.results['startAgentflow_0']?.output['form']).toMatchObject({ guests: 4 });
  });

  it('starts by webhook with its text, with nothing, or with the whole payload', async () => {
    const given = { startInputType: 'webhookTrigger', webhookDefaultInput: 'Look at the order' };
    const text = await start({ ...given, webhookInputMode: 'text' }, { trigger: post });
    expect(text.messages).toEqual([{ role: 'user', content: 'Look at the order' }]);
    expect(text.trigger).toEqual(post);
    expect((await start({ ...given, webhookInputMode: 'none' }, { trigger: post })).messages).toEqual([]);
    const whole = await start({ ...given, webhookInputMode: 'payload' }, { trigger: post });
    expect(whole.messages[0]?.content).toBe('{"order":7}');
  });

  it('starts on schedule with its text, with nothing, or with a form filled in before', async () => {
    const trigger = { type: 'schedule', firesAt: 1_760_000_000_000 } as const;
    const given = { ...schedule, scheduleDefaultInput: 'Daily report' };
    expect((await start(given, { trigger })).messages[0]?.content).toBe('Daily report');
    expect((await start({ ...given, scheduleInputMode: 'none' }, { trigger })).messages).toEqual([]);
    const form = {
      ...given,
      scheduleInputMode: 'form',
      scheduleFormInputTypes: [{ type: 'number', name: 'days' }],
      scheduleFormDefaults: '{"days":"7"}',
    };
    expect((await start(form, { trigger })).trigger).toEqual({ type: 'form', form: { days: 7 } });
  });

  it('answers in the chat too when it is made for a form or a schedule', async () => {
    const state = await start(schedule, { question: 'Try it' });
    expect(state.messages).toEqual([{ role: 'user', content: 'Try it' }]);
  });
});
