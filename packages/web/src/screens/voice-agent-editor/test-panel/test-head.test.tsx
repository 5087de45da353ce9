import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyCall } from '../../../features/voice/call-view.ts';
import { createTestCall, type TestCallState } from '../../../features/voice/test-call-store.ts';
import { createLlmSession } from '../llm/llm-session.ts';
import { LlmSessionContext } from '../llm/use-llm-session.ts';
import { TestHead } from './test-head.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ data: {} }));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('a line that drops and comes back is announced once each, and the clock beside it never', async () => {
  const call = createTestCall('a1');
  vi.spyOn(call.levels, 'elapsedMs').mockImplementation(() => performance.now());
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const running: TestCallState = {
    ...call.store.getState(),
    view: emptyCall,
    state: 'running',
  };
  const session = createLlmSession({
    llm: { id: 'l1', model: 'gpt-4.1' } as never,
    user: 'u',
    editorId: 'a1',
    read: () => new Promise(() => undefined),
    onStored: () => undefined,
  });
  const head = (isReconnecting: boolean) => (
    <QueryClientProvider client={client}>
      <LlmSessionContext value={session}>
        <TestHead
          agentId="a1"
          test={{ ...running, isReconnecting, call }}
          kind="text"
          onStart={vi.fn()}
          onRetry={vi.fn()}
          onRewind={vi.fn()}
          rewound={undefined}
          isTraceShown={false}
          onTraceShown={vi.fn()}
        />
      </LlmSessionContext>
    </QueryClientProvider>
  );
  const view = render(head(false));
  const status = screen.getByRole('status');
  const announced: (string | null)[] = [];
  const watching = new MutationObserver(() => announced.push(status.textContent));
  watching.observe(status, { childList: true, characterData: true, subtree: true });
  const clock = () => view.container.textContent?.match(/\d:\d\d/)?.[0];
  const pass = () => act(() => vi.advanceTimersByTimeAsync(3000));

  await pass();
  const before = clock();
  view.rerender(head(true));
  await pass();
  view.rerender(head(true));
  await pass();
  expect(clock()).not.toBe(before);
  view.rerender(head(false));
  await pass();
  watching.disconnect();
  expect(announced).toEqual(['Reconnecting…', 'Live']);
  expect(screen.getByRole('status')).toBe(status);
});
