import type { FlowData } from '@tendril/contract/flow/flow';
import { FlowiseClient } from 'flowise-sdk';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPackedFile } from '../tools/packed-file.ts';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { type LocalServer, startServer } from './local-server.ts';
import { type ShopPage, startShop } from './shop-page.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;
let shop: ShopPage;
let apiKey: string;

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
  apiKey = (await client.call<{ apiKey: string }>('POST', 'apikey', { keyName: 'Test' })).apiKey;
  shop = await startShop(readPackedFile('flowise-embed', '3.1.6', 'dist/web.js'));
});
afterAll(async () => {
  await shop?.close();
  await server?.remove();
});

const nameOf = (id: string) => id.slice(0, id.lastIndexOf('_'));
const node = (id: string, inputs: object = {}) => ({
  id,
  type: 'agentFlow',
  position: { x: 0, y: 0 },
  data: { id, name: nameOf(id), label: nameOf(id), inputs },
});
const edge = (source: string, target: string, output = nameOf(source)) => ({
  source,
  target,
  sourceHandle: `${source}-output-${output}`,
  targetHandle: target,
  type: 'agentFlow',
});

const chat = { startInputType: 'chatInput' };

/** A model that answers, then a person who decides about it. */
function approved(start: object = chat): FlowData {
  const steps = [
    node('startAgentflow_0', start),
    node('llmAgentflow_0', {
      llmModel: 'demoModel',
      llmModelConfig: {},
      llmReturnResponseAs: 'assistantMessage',
      llmUserMessage: 'Say hello to {{ question }}',
    }),
    node('humanInputAgentflow_0', {
      humanInputDescriptionType: 'fixed',
      humanInputDescription: 'May it be sent?',
      humanInputEnableFeedback: true,
    }),
    node('directReplyAgentflow_0', { directReplyMessage: 'It was sent.' }),
    node('directReplyAgentflow_1', { directReplyMessage: 'It was not sent.' }),
  ];
  const edges = [
    edge('startAgentflow_0', 'llmAgentflow_0'),
    edge('llmAgentflow_0', 'humanInputAgentflow_0'),
    edge('humanInputAgentflow_0', 'directReplyAgentflow_0', '0'),
    edge('humanInputAgentflow_0', 'directReplyAgentflow_1', '1'),
  ];
  return { nodes: steps, edges } as FlowData;
}

/** A model that answers to what started the flow. */
function answering(start: object, prompt: string): FlowData {
  const model = {
    llmModel: 'demoModel',
    llmModelConfig: {},
    llmReturnResponseAs: 'assistantMessage',
    llmMessages: [{ role: 'user', content: prompt }],
  };
  return {
    nodes: [node('startAgentflow_0', start), node('llmAgentflow_0', model)],
    edges: [edge('startAgentflow_0', 'llmAgentflow_0')],
  } as FlowData;
}

async function publish(flowData: FlowData, settings: object = {}): Promise<string> {
  const flow = { name: 'Clients', type: 'AGENTFLOW', flowData };
  const { id } = await client.call<{ id: string }>('POST', 'flows', flow);
  await client.call('PATCH', `flows/${id}/settings`, { isPublic: true, ...settings });
  return id;
}

describe('flowise-sdk, unmodified, on agent flows', () => {
  const sdk = () => new FlowiseClient({ baseUrl: server.url, apiKey });
  const stream = async (asked: {
    chatflowId: string;
    question: string;
    chatId?: string;
    [more: string]: unknown;
  }) => {
    const events: { event: string; data: unknown }[] = [];
    for await (const event of await sdk().createPrediction({ ...asked, streaming: true })) events.push(event);
    return events;
  };
  const textOf = (events: { event: string; data: unknown }[]) =>
    events.map(({ event, data }) => (event === 'token' ? data : '')).join('');

  it('streams the same text that it gets whole, with what each node did', async () => {
    const chatflowId = await publish(answering(chat, 'What is 2 + 3?'));
    const whole = await sdk().createPrediction({ chatflowId, question: 'What is 2 + 3?', streaming: false });
    const events = await stream({ chatflowId, question: 'What is 2 + 3?' });
    expect(textOf(events)).toBe((whole as { text?: string }).text);
    expect(events.at(-1)?.event).toBe('end');
    expect(new Set(events.map(({ event }) => event))).toEqual(
      new Set([
        'agentFlowEvent',
        'nextAgentFlow',
        'agentFlowExecutedData',
        'usageMetadata',
        'token',
        'metadata',
        'end',
      ]),
    );
  });

  it.each([
    ['proceed', 'It was sent.'],
    ['reject', 'It was not sent.'],
  ])('asks a person and goes on: %s', async (type, text) => {
    const chatflowId = await publish(approved());
    const chatId = `sdk-${type}`;
    const asked = await stream({ chatflowId, question: 'Hi', chatId });
    const action = asked.find(({ event }) => event === 'action')?.data;
    expect(action).toMatchObject({
      data: { nodeId: 'humanInputAgentflow_0', input: { humanInputEnableFeedback: true } },
    });
    const humanInput = { type, startNodeId: 'humanInputAgentflow_0', feedback: 'Fine.' };
    const decided = await stream({ chatflowId, question: '', chatId, humanInput });
    expect(textOf(decided)).toBe(text);
    const { data } = await client.call<{ data: { state: string }[] }>(
      'GET',
      `executions?agentflowId=${chatflowId}`,
    );
    expect(data.map(({ state }) => state)).toEqual(['FINISHED']);
  });

  it('starts a form', async () => {
    const form = {
      startInputType: 'formInput',
      formTitle: 'Who',
      formInputTypes: [{ type: 'string', label: 'Who', name: 'who' }],
    };
    const chatflowId = await publish(answering(form, 'Repeat: {{ $form.who }}'));
    const events = await stream({ chatflowId, question: '', form: { who: 'Ada' } });
    expect(textOf(events)).toContain('Ada');
  });
});

describe('flowise-embed 3.1.6, as npm has it, on agent flows', () => {
  async function open(flow: string): Promise<Page> {
    const page = await browser.visit(shop.url);
    const prepared = page.waitForResponse((answer) => answer.url().includes('/api/v1/chatflows-streaming/'));
    await page.goto(`${shop.url}/?${new URLSearchParams({ kind: 'initFull', flow, server: server.url })}`);
    await prepared;
    return page;
  }
  const answers = (page: Page) => page.getByTestId('host-bubble');
  async function ask(page: Page, question: string): Promise<void> {
    await page.getByPlaceholder('Type your question').fill(question);
    await page.keyboard.press('Enter');
  }

  it('streams an answer with the process of the flow', async () => {
    const page = await open(await publish(answering(chat, 'What is 2 + 3?')));
    await ask(page, 'What is 2 + 3?');
    await expect.poll(() => answers(page).last().textContent()).toContain('5');
    await page.getByTitle('Traces').click();
    await page.getByText('llmAgentflow').first().waitFor();
  });

  it.each([
    ['Proceed', 'It was sent.'],
    ['Reject', 'It was not sent.'],
  ])('shows the buttons of a person’s decision: %s', async (button, text) => {
    const flow = await publish(approved());
    const page = await open(flow);
    await ask(page, 'Hi');
    await page.getByText('May it be sent?').first().waitFor();
    await page.getByRole('button', { name: button }).click();
    await page.locator('textarea').last().fill('Fine.');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect.poll(() => answers(page).last().textContent()).toContain(text);
    const { data } = await client.call<{ data: { id: string }[] }>('GET', `executions?agentflowId=${flow}`);
    const execution = await client.call<{ executionData: string }>('GET', `executions/${data[0]?.id}`);
    expect(execution.executionData).toContain('Fine.');
  });
});
