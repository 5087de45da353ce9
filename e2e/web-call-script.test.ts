import { hubPrefix } from '@tendril/contract/api/hub';
import { agentsPrefix } from '@tendril/contract/api/prefixes';
import type { VoiceAgent } from '@tendril/contract/voice/voice-agent';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiClient } from './api-client.ts';
import { testBrowser } from './browser.ts';
import { callerMicrophone } from './caller-sound.ts';
import { type CallingShop, openCallingShop } from './calling-shop.ts';
import { type LocalServer, startServer } from './local-server.ts';

const microphone = callerMicrophone([500]);
const browser = testBrowser([...microphone.switches, '--autoplay-policy=no-user-gesture-required']);
let server: LocalServer;
let client: ApiClient;
let shop: CallingShop;

beforeAll(async () => {
  server = await startServer({ patienceMs: 240_000 });
  client = await new ApiClient(server.url).registerOwner();
  shop = await openCallingShop(server, client);
});
afterAll(async () => {
  await server?.remove();
  shop?.close();
  microphone.remove();
});

interface Seen {
  names: string[];
  words: string;
  samples: number;
  loudest: number;
}

/** What the script gives to the page. */
interface PageCall {
  on(name: string, listener: (given: never) => void): void;
  startCall(options: object): Promise<void>;
}

/** Calls an agent from a page of another site with the script that the server gives to pages. */
async function callFrom(accessToken: string) {
  const page = await browser.visit(shop.url, { session: 'own' });
  // A token that opens nothing is refused before there is a socket.
  browser.allow(page, /WebSocket/);
  await page.goto(shop.url);
  await page.waitForFunction(() => 'call' in globalThis);
  await page.evaluate(async (token) => {
    const { call } = globalThis as unknown as { call: PageCall };
    const seen = { names: [] as string[], words: '', samples: 0, loudest: 0 };
    Object.assign(globalThis, { seen });
    for (const name of [
      'call_started',
      'call_ready',
      'call_ended',
      'agent_start_talking',
      'agent_stop_talking',
      'error',
    ])
      call.on(name, (detail?: unknown) =>
        seen.names.push(detail === undefined ? name : `${name}: ${detail}`),
      );
    call.on('update', ({ transcript }: { transcript: { role: string; content: string }[] }) => {
      seen.words = transcript.map(({ role, content }) => `${role}: ${content}`).join('\n');
    });
    call.on('audio', (samples: Float32Array) => {
      seen.samples += samples.length;
      for (const sample of samples) seen.loudest = Math.max(seen.loudest, Math.abs(sample));
    });
    await call.startCall({ accessToken: token, emitRawAudioSamples: true });
  }, accessToken);
  const seen = () => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  const act = (name: 'mute' | 'unmute' | 'stopCall') =>
    page.evaluate(
      (asked) => (globalThis as unknown as { call: Record<string, () => void> }).call[asked]?.(),
      name,
    );
  return { page, seen, act };
}

it('R-31: a page of another site calls an agent with the script for pages, hears it, mutes and hangs up', async () => {
  const { data: agent } = await client.call<{ data: VoiceAgent }>('POST', agentsPrefix, {
    agentName: 'Bakery',
    beginMessageDelayMs: 0,
  });
  await client.call('PUT', `${hubPrefix}/llms/${agent.responseEngineLlmId}`, {
    credentialId: 'demo',
    beginMode: 'defined',
    beginMessage: 'Good morning, this is the bakery.',
  });
  const made = await shop.retell.call.createWebCall({ agent_id: agent.id });
  const { page, seen, act } = await callFrom(made.access_token);
  await expect.poll(async () => (await seen()).names, { timeout: 90_000 }).toContain('agent_stop_talking');
  const during = await seen();
  expect(during.names.slice(0, 2).toSorted()).toEqual(['call_ready', 'call_started']);
  expect(during.names.slice(2)).toEqual(['agent_start_talking', 'agent_stop_talking']);
  expect(during.words).toContain('agent: Good morning, this is the bakery.');
  expect(during.samples).toBeGreaterThan(8000);
  expect(during.loudest).toBeGreaterThan(0.01);
  await act('mute');
  await act('unmute');
  await act('stopCall');
  expect((await seen()).names.at(-1)).toBe('call_ended');
  await expect
    .poll(async () => (await shop.retell.call.retrieve(made.call_id)).call_status, { timeout: 20_000 })
    .toBe('ended');
  expect(await shop.retell.call.retrieve(made.call_id)).toMatchObject({
    disconnection_reason: 'user_hangup',
  });
  await page.close();
});

it('a call that cannot begin says why, and is over', async () => {
  const { page, seen } = await callFrom('made-up');
  await expect.poll(async () => (await seen()).names, { timeout: 20_000 }).toContain('call_ended');
  expect((await seen()).names.filter((name) => name === 'call_ended')).toHaveLength(1);
  expect((await seen()).names).not.toContain('call_started');
  await page.close();
});
