import type { StoredTool } from '@tendril/contract/node/run-context';
import type { ChatTurn } from '@tendril/contract/provider/memory';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askFlow } from '../testing/ask-flow.ts';
import { readStarter } from '../testing/read-starter.ts';
import { testContext } from '../testing/run-context.ts';
import { vmSandbox } from '../testing/vm-sandbox.ts';
import { appointmentAgent } from './appointment-agent.ts';

// A Monday.
const now = new Date('2026-11-23T08:00:00Z');
const tools: StoredTool[] = appointmentAgent.tools.map((tool) => ({ ...tool, id: `id-of-${tool.name}` }));

/** Says the sentences one after the other and gives all answers. */
async function talk(...sentences: string[]) {
  const flow = await readStarter(appointmentAgent);
  const storedHistory: ChatTurn[] = [];
  const answers = [];
  for (const question of sentences) {
    const services = { sandbox: vmSandbox };
    const context = testContext({ question, isStreaming: true, storedHistory, tools, services });
    const answer = await askFlow(flow, context);
    answers.push(answer);
    storedHistory.push(
      { role: 'user', content: question },
      { role: 'assistant', content: answer.text ?? '' },
    );
  }
  return answers;
}

describe('the appointment agent', () => {
  beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('looks up free times, asks for the name, books, and says back when', async () => {
    const answers = await talk('I would like an appointment on Tuesday', '10:30 please', 'Robin Field');
    const [offered, asked, booked] = answers;
    expect(offered?.usedTools).toMatchObject([{ tool: 'list_free_times', toolInput: { day: '2026-11-24' } }]);
    expect(offered?.text).toContain('10:30');
    expect(asked?.text).toMatch(/name/i);
    expect(booked?.usedTools?.at(-1)).toMatchObject({
      tool: 'book_appointment',
      toolInput: { name: 'Robin Field', day: '2026-11-24', time: '10:30' },
      toolOutput: expect.stringMatching(/A-\d{4}/),
    });
    expect(booked?.text).toMatch(/A-\d{4}/);
    expect(booked?.text).toContain('10:30');
  });

  it('offers nothing on a day that is over', async () => {
    const [answer] = await talk('Can I have an appointment on 2026-11-20?');
    expect(answer?.usedTools).toMatchObject([{ toolOutput: '{"day":"2026-11-20","free":[]}' }]);
    expect(answer?.text).toMatch(/no free time/i);
  });

  it.each([0, 1, 2, 3, 4, 5, 6])('has free times tomorrow, whatever the weekday (+%s days)', async (days) => {
    vi.setSystemTime(now.getTime() + days * 86_400_000);
    const [answer] = await talk('I would like an appointment tomorrow');
    expect(answer?.text).toMatch(/\d\d:\d\d/);
  });

  it.each(appointmentAgent.questions)('answers its suggested question "%s"', async (question) => {
    const [answer] = await talk(question);
    expect(answer?.text?.length).toBeGreaterThan(10);
    if (question.startsWith('How long')) expect(answer?.text).toContain('50 minutes');
    else expect(answer?.usedTools).toMatchObject([{ tool: 'list_free_times' }]);
  });
});
