import { classesOf } from '@tendril/contract/flow/anchor-id';
import { flowData } from '@tendril/contract/flow/flow';
import { describe, expect, it } from 'vitest';
import { askFlow } from '../testing/ask-flow.ts';
import { readStarter } from '../testing/read-starter.ts';
import { testContext } from '../testing/run-context.ts';
import { supportBot } from './support-bot.ts';
import { supportFaq } from './support-faq.data.ts';

async function ask(question: string, storedHistory: { role: 'user' | 'assistant'; content: string }[] = []) {
  const context = testContext({ question, isStreaming: true, storedHistory });
  return { context, answer: await askFlow(await readStarter(supportBot), context) };
}

describe('the support bot', () => {
  it('is a flow that a file takes, laid out without overlaps', async () => {
    const flow = await readStarter(supportBot);
    expect(flowData.safeParse(flow).success).toBe(true);
    for (const edge of flow.edges) {
      expect(classesOf(edge.sourceHandle).some((name) => classesOf(edge.targetHandle).includes(name))).toBe(
        true,
      );
    }
    const places = flow.nodes.map((node) => node.position);
    for (const [index, one] of places.entries()) {
      for (const other of places.slice(index + 1)) {
        const isApart = Math.abs(one.x - other.x) >= 280 + 88 || Math.abs(one.y - other.y) >= 200;
        expect(isApart, JSON.stringify([one, other])).toBe(true);
      }
    }
  });

  it.each([
    ['How much does shipping cost?', '4.90 €'],
    ['What is your return policy?', '30 days'],
    ['Can I pay by invoice?', '21 days'],
    ['Do you ship to Corsica?', 'two extra working days'],
    ['How long are gift vouchers valid?', '3 years'],
    ['Is the paper recycled?', '100 %'],
    ['Can my notebook be engraved?', '24 letters'],
    ['When is the help desk open?', '9:00 to 18:00'],
    ['I forgot my password', '60 minutes'],
    ['Do schools get a discount?', '12 %'],
  ])('answers "%s" from its own text, the right passage first', async (question, fact) => {
    const { answer, context } = await ask(question);
    expect(answer.text).toContain(fact);
    expect(answer.sourceDocuments?.[0]?.pageContent).toContain(fact);
    expect(answer.sourceDocuments?.[0]?.metadata['source']).toBe('Quillmoor Paper FAQ');
    expect(context.streamedText()).toBe(answer.text);
  });

  it('understands a follow-up', async () => {
    const { answer } = await ask('And when does it arrive?', [
      { role: 'user', content: 'Do you offer express delivery?' },
      { role: 'assistant', content: 'Express delivery costs 9.50 €.' },
    ]);
    expect(answer.text).toContain('next working day');
  });

  it('says so when its text does not hold the answer', async () => {
    const { answer } = await ask('Who won the football world cup in 1954?');
    expect(answer.text).not.toContain('€');
    expect(answer.text).toMatch(/could not find|do not know/i);
  });

  it('answers every question of its text with that answer', async () => {
    const pairs = supportFaq
      .trim()
      .split('\n\n')
      .map((pair) => pair.split('\n'));
    expect(pairs.length).toBeGreaterThanOrEqual(25);
    const wrong: string[] = [];
    for (const [question = '', fact = ''] of pairs) {
      const { answer } = await ask(question);
      if (!answer.text?.includes(fact)) wrong.push(`${question} -> ${answer.text}`);
    }
    expect(wrong).toEqual([]);
  });
});
