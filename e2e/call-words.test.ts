import { type Call, createCall } from '@tendril/contract/api/calls';
import { hubPrefix } from '@tendril/contract/api/hub';
import { createVoiceAgent } from '@tendril/contract/api/voice-agents';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { spokenSound } from './caller-sound.ts';
import { type LocalServer, startServer } from './local-server.ts';

const browser = testBrowser();
let server: LocalServer;
let client: ApiClient;

beforeAll(async () => {
  server = await startServer();
  client = await new ApiClient(server.url).registerOwner();
});
afterAll(() => server?.remove());

const frameBytes = 640;
const silence = new Uint8Array(frameBytes);

/** A call by sound: after a second the caller says a sentence, and hangs up once it was answered. */
async function callAloud(agentId: string, sentence: string): Promise<string> {
  const { data, token, socketPath } = await client.call<{
    data: { id: string };
    token: string;
    socketPath: string;
  }>('POST', createCall.path, { agentId, channel: 'audio', version: 'live' });
  const sound = spokenSound(sentence);
  const frames = Array.from({ length: 50 }, () => silence);
  for (let at = 0; at + frameBytes <= sound.length; at += frameBytes)
    frames.push(new Uint8Array(sound.subarray(at, at + frameBytes)));
  const socket = new WebSocket(`${client.origin.replace('http', 'ws')}${socketPath}?token=${token}`);
  await new Promise<void>((resolve) => {
    let beat: ReturnType<typeof setInterval> | undefined;
    let sent = 0;
    socket.onmessage = ({ data: message }) => {
      if (typeof message !== 'string') return;
      if (message.includes('"type":"ready"')) {
        const from = performance.now();
        beat = setInterval(() => {
          for (; sent * 20 <= performance.now() - from; sent += 1) socket.send(frames[sent] ?? silence);
        }, 10);
      }
      if (message.includes('"type":"agent-turn"')) socket.send(JSON.stringify({ type: 'hang-up' }));
    };
    socket.onclose = () => {
      clearInterval(beat);
      resolve();
    };
  });
  return data.id;
}

it('the words of a spoken call are lit when they sound, and a press on one goes there', async () => {
  const { data: agent } = await client.call<{ data: { id: string; responseEngineLlmId: string } }>(
    'POST',
    createVoiceAgent.path,
    { agentName: 'Bakery' },
  );
  await client.call('PUT', `${hubPrefix}/llms/${agent.responseEngineLlmId}`, {
    credentialId: 'demo',
    beginMode: 'user',
    generalPrompt: 'The shop opens at seven in the morning.',
  });
  const id = await callAloud(agent.id, 'what are your opening hours on saturday');
  const { data: call } = await client.call<{ data: Call }>('GET', `${hubPrefix}/calls/${id}`);
  const said = call.transcript.find(({ role }) => role === 'user');
  expect(said?.content).toBe('what are your opening hours on saturday');
  const words = said?.words ?? [];
  expect(words.map(({ text }) => text).join(' ')).toBe(said?.content);
  // The caller has spoken from a second on, for two and a half; and no word sounds before the one before it.
  expect(words[0]?.startMs).toBeGreaterThan(900);
  expect(words[0]?.startMs).toBeLessThan(1600);
  const last = words.at(-1);
  expect((last?.endMs ?? 0) - (words[0]?.startMs ?? 0)).toBeGreaterThan(1500);
  for (const [index, { startMs }] of words.entries())
    expect(startMs).toBeGreaterThanOrEqual(words[index - 1]?.endMs ?? 0);

  const page = await browser.visit(server.url, { session: 'shared' });
  await page.goto(`${server.url}/calls/${id}`);
  const transcript = page.getByRole('log', { name: 'Transcript' });
  const word = transcript.getByText('hours', { exact: true });
  await word.waitFor();
  expect(await transcript.locator('[data-now]').count()).toBe(0);
  const box = await word.boundingBox();
  if (!box) throw new Error('The word is not drawn.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(() => transcript.locator('[data-now]').allTextContents()).toEqual(['hours']);
  const hours = words.find(({ text }) => text === 'hours')?.startMs ?? 0;
  const audio = page.locator('audio');
  await expect
    .poll(() => audio.evaluate((one) => (one as HTMLAudioElement).currentTime * 1000))
    .toBeCloseTo(hours + 1, -1);
  // Without a recorded time there is nothing to light: the local voice states none.
  expect(await transcript.locator('[data-word-ms]').count()).toBe(words.length);
  const folder = process.env['LOOK'];
  if (!folder) return;
  for (const [name, width] of [
    ['wide', 1400],
    ['narrow', 400],
  ] as const)
    for (const scheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await word.scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${folder}/words-${name}-${scheme}.png` });
    }
});
