import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLlmSession } from '../llm/llm-session.ts';
import { LlmSessionContext } from '../llm/use-llm-session.ts';
import { TestPanel } from './test-panel.tsx';

/** What a page has of the sound of its machine, as far as a test panel uses it. */
class Sound {
  readonly audioWorklet = { addModule: async () => undefined };
  readonly destination = {};
  async resume(): Promise<void> {}
  async close(): Promise<void> {}
  createMediaStreamSource() {
    return { connect: () => undefined, disconnect: () => undefined };
  }
}
class SoundNode {
  readonly port = { onmessage: null, postMessage: () => undefined };
  connect(): void {}
}
class Line {
  static readonly OPEN = 1;
  static last: Line;
  readonly readyState = 1;
  onmessage: (message: { data: string }) => void = () => undefined;
  onclose: () => void = () => undefined;
  constructor() {
    Line.last = this;
  }
  send(): void {}
  close(): void {}
}

let track: EventTarget & { enabled: boolean; stop(): void };

beforeEach(() => {
  track = Object.assign(new EventTarget(), { enabled: true, stop: () => undefined });
  vi.stubGlobal('AudioContext', Sound);
  vi.stubGlobal('AudioWorkletNode', SoundNode);
  vi.stubGlobal('WebSocket', Line);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

/** A browser with this way to its microphone; none for a page that is not secure. */
function provide(getUserMedia: (() => Promise<unknown>) | undefined): void {
  if (!getUserMedia) return;
  const mediaDevices = Object.assign(new EventTarget(), { getUserMedia, enumerateDevices: async () => [] });
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: mediaDevices });
}

function open(): void {
  const session = createLlmSession({
    llm: { id: 'l1', credentialId: 'demo', model: 'gpt-4.1' } as never,
    ...{ user: 'u', editorId: 'd', read: () => Promise.reject(new Error()), onStored: () => undefined },
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <LlmSessionContext value={session}>
        <TestPanel agentId="a1" />
      </LlmSessionContext>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Test Audio' }));
}

const refusing = (name: string) => () => Promise.reject(new DOMException('', name));

it.each([
  ['a busy microphone', refusing('NotReadableError'), /^Another program is using the microphone/],
  ['a page that is not secure', undefined, /^Browsers allow microphone access only on secure pages/],
])('SP-54: %s is told in words, and leaves the way back and another try', async (_, getUserMedia, words) => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('not asked'));
  provide(getUserMedia);
  open();
  expect((await screen.findByRole('alert')).textContent?.trim()).toMatch(words);
  expect(screen.getByRole('button', { name: 'Call again' })).toBeTruthy();
  expect(screen.queryByText(/the agent is waiting for you/)).toBeNull();
  // Nobody was called.
  expect(fetch.mock.calls.some(([, init]) => init?.method === 'POST')).toBe(false);
});

it('SP-54: a microphone that is unplugged during a call is reported, and the call continues by text', async () => {
  const call = {
    ...{ id: 'c1', agentId: 'a1', agentName: 'A', agentVersion: 0, channel: 'audio', kind: 'test' },
    ...{ direction: 'inbound', fromNumber: '', toNumber: '', status: 'registered', startedAt: null },
    ...{ endedAt: null, durationMs: 0, disconnectionReason: null, isDemo: false, variables: {} },
    ...{ collectedVariables: {}, metadata: {}, transcript: [], latency: {}, costUsd: 0 },
    ...{ recordingUrl: null, analysis: null, createdAt: 1 },
  };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_address, init) =>
    init?.method === 'POST'
      ? Response.json({ data: call, token: 't', socketPath: '/line' }, { status: 201 })
      : Response.json({ message: 'no' }, { status: 404 }),
  );
  provide(async () => ({ getTracks: () => [track] }));
  open();
  await vi.waitFor(() => expect(Line.last).toBeDefined());
  Line.last.onmessage({ data: JSON.stringify({ type: 'ready', callId: 'c1' }) });
  await screen.findByText(/^Live/);
  track.dispatchEvent(new Event('ended'));
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /The microphone was disconnected\. Choose another one, or type instead\./,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Type instead' }));
  expect(screen.getByRole('textbox', { name: 'Write to the agent' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'End call' })).toBeTruthy();
});
