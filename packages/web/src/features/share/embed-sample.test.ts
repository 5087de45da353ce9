import { expect, it } from 'vitest';
import { type EmbedKind, embedSample } from './embed-sample.ts';
import { mcpSample } from './mcp-sample.ts';
import { openAiSamples } from './openai-sample.ts';

const options = { origin: 'http://localhost:3000', flowId: 'flow-1' };

it.each<[EmbedKind, string]>([
  ['popupHtml', 'Chatbot.init('],
  ['fullHtml', 'Chatbot.initFull('],
  ['popupReact', '<BubbleChat'],
  ['fullReact', '<FullPageChat'],
])('the %s code begins the chat of the flow on this server', (kind, start) => {
  const plain = embedSample({ ...options, kind, hasConfig: false });
  expect(plain).toContain(start);
  expect(plain).toContain('flow-1');
  expect(plain).toContain('http://localhost:3000');
  expect(plain).not.toContain('theme');
  expect(embedSample({ ...options, kind, hasConfig: true })).toContain('chatWindow');
});

it('settings in a page are JSON that the script reads back', () => {
  const code = embedSample({ ...options, kind: 'popupHtml', hasConfig: true });
  const settings = JSON.parse(/Chatbot\.init\(([\s\S]*)\);/.exec(code)?.[1] ?? '');
  expect(settings).toMatchObject({ chatflowid: 'flow-1', theme: { button: { right: 20 } } });
});

it('an OpenAI client gets the flow as its model, an MCP client a name it can write', () => {
  const { curl, python, javascript } = openAiSamples({ ...options, apiKey: 'tk_1' });
  for (const code of [curl, python, javascript]) {
    expect(code).toContain('http://localhost:3000/v1');
    expect(code).toContain('flow-1');
    expect(code).toContain('tk_1');
  }
  const entry = JSON.parse(mcpSample({ url: 'http://localhost:3000/x', name: 'Où? Ici!', apiKey: 'tk_1' }));
  expect(Object.keys(entry.mcpServers)).toEqual(['ou-ici']);
});
