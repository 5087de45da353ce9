import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { createDemoLanguageModel } from './demo-language-model.ts';

const now = new Date('2026-11-20T12:00:00Z');
const model = createDemoLanguageModel(() => now);

type Turn = readonly ['system' | 'user' | 'assistant', string];

function promptOf(...turns: Turn[]): LanguageModelV4Prompt {
  return turns.map(([role, text]) =>
    role === 'system' ? { role, content: text } : { role, content: [{ type: 'text' as const, text }] },
  );
}

async function say(prompt: LanguageModelV4Prompt, options: Partial<LanguageModelV4CallOptions> = {}) {
  const { content, finishReason } = await model.doGenerate({ prompt, ...options });
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const calls = content.flatMap((part) =>
    part.type === 'tool-call' ? [{ tool: part.toolName, input: JSON.parse(part.input) as unknown }] : [],
  );
  return { text, calls, finishReason: finishReason.unified };
}

function tool(
  name: string,
  description: string,
  properties: Record<string, object>,
  required: string[] = [],
) {
  return {
    type: 'function',
    name,
    description,
    inputSchema: { type: 'object', properties, required },
  } as LanguageModelV4FunctionTool;
}

function withResult(
  prompt: LanguageModelV4Prompt,
  name: string,
  input: unknown,
  value: string,
): LanguageModelV4Prompt {
  const call = { toolCallId: 'call_1', toolName: name };
  return [
    ...prompt,
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'text', value } }] },
  ];
}

describe('answers from a text', () => {
  const passages = `Answer from the passages below.

<passage number="1" source="faq">
What is your return policy?
You can return unused goods within 30 days of delivery.
</passage>
<passage number="2" source="faq">
How much does shipping cost?
Shipping costs 4.90 € per order and is free from 45 €.

How can I track my parcel?
You get a tracking link by e-mail as soon as the parcel leaves our warehouse.
</passage>`;

  it('quotes the sentence that fits, with the number of its passage', async () => {
    const { text } = await say(promptOf(['system', passages], ['user', 'How much is the delivery?']));
    expect(text).toContain('“Shipping costs 4.90 € per order and is free from 45 €.” [2]');
    expect(text).not.toContain('30 days');
  });

  it('says that it does not know what the text does not say', async () => {
    const { text } = await say(promptOf(['system', passages], ['user', 'Who won the football cup?']));
    expect(text).toBe('I could not find an answer to that in the text I was given.');
  });

  it('says the words that the prompt wants to hear then', async () => {
    const prompt = `Use the context. If it holds nothing, just say "Hmm, I'm not sure" and stop.
------------
The shop opens at nine.
------------`;
    expect((await say(promptOf(['system', prompt], ['user', 'Who won the football cup?']))).text).toBe(
      "Hmm, I'm not sure",
    );
    expect((await say(promptOf(['system', prompt], ['user', 'When does the shop open?']))).text).toContain(
      'opens at nine',
    );
  });

  it('reads a context that stands in the question itself', async () => {
    const prompt =
      'Context:\nBerlin has 3.7 million people.\nOslo has 0.7 million people.\n\nQuestion: How many people has Oslo?\nHelpful answer:';
    expect((await say(promptOf(['user', prompt]))).text).toContain('Oslo has 0.7 million people.');
  });

  it('makes a follow-up into a question that stands alone', async () => {
    const prompt = `Write the follow-up as one question that can be understood without the conversation. Rephrase the follow-up to a standalone question.

<conversation>
user: How long does express delivery take?
assistant: One working day.
</conversation>
<follow-up>And how much does it cost?</follow-up>`;
    const { text } = await say(promptOf(['user', prompt]));
    expect(text).toContain('how much does it cost');
    expect(text).toContain('express');
    expect(text.endsWith('?')).toBe(true);
  });
});

describe('calls tools', () => {
  const calculator = tool('calculator', 'Works out an expression.', { expression: { type: 'string' } }, [
    'expression',
  ]);
  const clock = tool('current_date_time', 'Tells the current date and time.', {
    timezone: { type: 'string' },
  });

  it.each([
    ['What is 12 * (3 + 4)?', '12 * (3 + 4)'],
    ['What is 15% of 80?', '15/100*80'],
    ['how much is 7 times 6', '7 * 6'],
    ['Please compute 1,200 divided by 4.', '1200 / 4'],
    ['What is the square root of 81?', 'sqrt(81)'],
  ])('the calculator for: %s', async (question, expression) => {
    const { calls, finishReason } = await say(promptOf(['user', question]), { tools: [clock, calculator] });
    expect(calls).toEqual([{ tool: 'calculator', input: { expression } }]);
    expect(finishReason).toBe('tool-calls');
  });

  it('and says the result in words', async () => {
    const prompt = withResult(
      promptOf(['user', 'What is 12*7?']),
      'calculator',
      { expression: '12*7' },
      '84',
    );
    const reply = await say(prompt, { tools: [calculator] });
    expect(reply).toEqual({ text: '12*7 = 84', calls: [], finishReason: 'stop' });
  });

  it('the clock for the date', async () => {
    const { calls } = await say(promptOf(['user', 'What is the date today?']), {
      tools: [calculator, clock],
    });
    expect(calls).toEqual([{ tool: 'current_date_time', input: {} }]);
  });

  it('both when both are asked', async () => {
    const { calls } = await say(promptOf(['user', 'What time is it, and what is 2+2?']), {
      tools: [calculator, clock],
    });
    expect(calls.map((call) => call.tool)).toEqual(['calculator', 'current_date_time']);
  });

  it('a custom tool by its words, with arguments out of the question', async () => {
    const order = tool(
      'order_status',
      'Finds the status of an order.',
      {
        orderNumber: { type: 'number' },
        email: { type: 'string' },
        urgency: { type: 'string', enum: ['low', 'high'] },
      },
      ['orderNumber', 'email', 'urgency'],
    );
    const question = 'What is the status of order 4711 for someone@mail.test? It is of high urgency.';
    const { calls } = await say(promptOf(['user', question]), { tools: [calculator, order] });
    expect(calls).toEqual([
      { tool: 'order_status', input: { orderNumber: 4711, email: 'someone@mail.test', urgency: 'high' } },
    ]);
  });

  it('a search tool for what no other tool is for, and answers from what it finds', async () => {
    const search = tool('faq', 'Searches the knowledge base of the shop.', { input: { type: 'string' } }, [
      'input',
    ]);
    const prompt = promptOf(['user', 'Can I pay by invoice?']);
    const { calls } = await say(prompt, { tools: [calculator, search] });
    expect(calls).toEqual([{ tool: 'faq', input: { input: 'Can I pay by invoice?' } }]);
    const found =
      '<passage number="1">\nCan I pay by invoice?\nSchools can pay by invoice within 21 days.\n</passage>';
    const answer = await say(withResult(prompt, 'faq', calls[0]?.input, found), {
      tools: [calculator, search],
    });
    expect(answer.text).toContain('“Schools can pay by invoice within 21 days.” [1]');
  });

  it('none for a greeting, and none when none may be called', async () => {
    const tools = [calculator, clock];
    expect((await say(promptOf(['user', 'Hello!']), { tools })).calls).toEqual([]);
    expect(
      (await say(promptOf(['user', 'What is 2+2?']), { tools, toolChoice: { type: 'none' } })).calls,
    ).toEqual([]);
  });

  it('one when one has to be called', async () => {
    const { calls } = await say(promptOf(['user', 'Hello!']), {
      tools: [clock],
      toolChoice: { type: 'required' },
    });
    expect(calls).toHaveLength(1);
  });

  it('reports that a tool failed', async () => {
    const prompt = withResult(
      promptOf(['user', 'What is 1/0?']),
      'calculator',
      { expression: '1/0' },
      'Error: division by zero',
    );
    const { text } = await say(prompt, { tools: [calculator] });
    expect(text).toContain('could not help');
    expect(text).toContain('division by zero');
  });
});

describe('talks', () => {
  it('remembers what the user said', async () => {
    const turns: Turn[] = [
      ['user', 'Hi, my name is Robin and I live in Bergen.'],
      ['assistant', 'Nice to meet you, Robin.'],
    ];
    expect((await say(promptOf(...turns, ['user', 'What is my name?']))).text).toBe(
      'You told me that your name is Robin.',
    );
    expect((await say(promptOf(...turns, ['user', 'Where do I live?']))).text).toBe(
      'You told me that you live in Bergen.',
    );
    expect((await say(promptOf(['user', 'What is my name?']))).text).toBe(
      'You have not told me your name yet.',
    );
  });

  it('greets, and says what it is when it cannot help', async () => {
    expect((await say(promptOf(['user', 'Hello there']))).text).toBe('Hello! How can I help you?');
    const { text } = await say(promptOf(['user', 'Write me a poem about the sea']));
    expect(text).toContain('demo model');
    expect(text).toContain('“Write me a poem about the sea”');
  });

  it('answers from facts in its instructions, never with the instructions', async () => {
    const system = 'You are the assistant of a bakery. Be polite. The bakery opens at 6:30 on working days.';
    expect((await say(promptOf(['system', system], ['user', 'When does the bakery open?']))).text).toBe(
      'The bakery opens at 6:30 on working days.',
    );
    const { text } = await say(promptOf(['system', system], ['user', 'Are you polite?']));
    expect(text).not.toContain('Be polite');
  });
});

describe('streams', () => {
  it('the same text word by word, with usage at the end', async () => {
    const options = { prompt: promptOf(['user', 'Hello there']) };
    const { stream } = await model.doStream(options);
    const deltas: string[] = [];
    let outputTokens: number | undefined;
    for await (const part of stream) {
      if (part.type === 'text-delta') deltas.push(part.delta);
      if (part.type === 'finish') outputTokens = part.usage.outputTokens.total;
    }
    expect(deltas).toEqual(['Hello!', ' How', ' can', ' I', ' help', ' you?']);
    expect(outputTokens).toBe(Math.ceil('Hello! How can I help you?'.length / 4));
  });

  it('and stops on abort', async () => {
    const abort = new AbortController();
    const { stream } = await model.doStream({
      prompt: promptOf(['user', 'Hello there']),
      abortSignal: abort.signal,
    });
    const reader = stream.getReader();
    await reader.read();
    abort.abort();
    const rest = async () => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('follow-up questions', () => {
  it('are three, about what was said last, as JSON', async () => {
    const asked =
      'User: Do you ship to Norway?\nAssistant: Yes, shipping takes five days.\n\n' +
      'Write three questions. Answer with a JSON list of three strings, nothing else.';
    const questions = JSON.parse((await say(promptOf(['user', asked]))).text) as string[];
    expect(questions).toHaveLength(3);
    expect(new Set(questions).size).toBe(3);
    expect(questions.join(' ')).toMatch(/shipping|norway/);
    for (const question of questions) expect(question).toMatch(/\?$/);
  });
});
