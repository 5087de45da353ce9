import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type AnswerView, emptyAnswer } from './answer-view.ts';
import type { ChatEntry } from './chat-state.ts';
import { Conversation, type ConversationProps } from './conversation.tsx';
import { restingChat } from './testing/fake-chat.ts';
import { runQuery } from './trace/runs.queries.ts';

afterEach(cleanup);

function show(given: Partial<ConversationProps> = {}) {
  const props: ConversationProps = {
    chat: restingChat(),
    settings: { title: '', welcomeMessage: '', starterPrompts: [] },
    look: 'panel',
    placeholder: 'Ask this flow',
    emptyText: 'Ask it something.',
    isOpen: true,
    ...given,
  };
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static' } } });
  client.setQueryData(runQuery('run-1').queryKey, { events: [] });
  render(
    <QueryClientProvider client={client}>
      <Conversation {...props} />
    </QueryClientProvider>,
  );
}

const turn = (view: Partial<AnswerView>): ChatEntry[] => [
  { kind: 'question', id: 'q', text: 'Do you ship?' },
  { kind: 'answer', id: 'a', view: { ...emptyAnswer, status: 'done', ...view } },
];

it('an empty conversation greets and offers its starter questions; one click asks', () => {
  const ask = vi.fn<(question: string) => void>();
  show({
    chat: restingChat({ ask }),
    settings: { title: '', welcomeMessage: 'Hello there.', starterPrompts: ['Do you ship?'] },
  });
  expect(screen.getByRole('log').textContent).toContain('Hello there.');
  fireEvent.click(screen.getByRole('button', { name: 'Do you ship?' }));
  expect(ask).toHaveBeenCalledExactlyOnceWith('Do you ship?');
});

it('messages stand in a polite log; the growing text itself is silent', async () => {
  show({
    chat: restingChat({ isRunning: true, entries: turn({ status: 'running', text: 'Yes, we ship. And' }) }),
  });
  const log = screen.getByRole('log');
  expect(log.getAttribute('aria-live')).toBe('polite');
  expect((await screen.findByText('Yes, we ship. And')).closest('[aria-live="off"]')).not.toBeNull();
  // Told sentence by sentence, beside the log.
  expect(screen.getByText('Yes, we ship.').getAttribute('aria-live')).toBe('polite');
});

it('a failure is told in words and can be tried again', () => {
  const ask = vi.fn<(question: string) => void>();
  show({ chat: restingChat({ ask, entries: turn({ status: 'failed', error: 'The key was refused.' }) }) });
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('The key was refused.');
  fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(ask).toHaveBeenCalledExactlyOnceWith('Do you ship?');
});

it.each([
  ['cancelled', 'Stopped'],
  ['interrupted', 'Interrupted'],
] as const)('a partial answer that was %s is kept and marked "%s"', async (status, mark) => {
  show({ chat: restingChat({ entries: turn({ status, text: 'Half an answer' }) }) });
  expect(await screen.findByText('Half an answer')).toBeTruthy();
  expect(screen.getByText(mark)).toBeTruthy();
});

it('the foot tells time, cost and the demo mark, and opens the trace in one click', () => {
  const onOpenTrace = vi.fn<(runId: string) => void>();
  show({
    chat: restingChat({
      entries: turn({ runId: 'run-1', ms: 940, costUsd: 0.0005, isDemo: true, text: 'Yes.' }),
    }),
    onOpenTrace,
  });
  expect(screen.getByText('0.94 s · $0.0005')).toBeTruthy();
  expect(screen.getByText('demo')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Open trace' }));
  expect(onOpenTrace).toHaveBeenCalledExactlyOnceWith('run-1');
});

it('CANVAS-08: a URL source is a link to a new tab, a file source opens its text', () => {
  const sources = [
    { pageContent: 'From the web.', metadata: { source: 'https://example.org/help' } },
    { pageContent: 'Within thirty days.', metadata: { source: 'help-centre.txt' } },
  ];
  show({ chat: restingChat({ entries: turn({ text: 'Yes.', sources }) }) });
  const list = screen.getByRole('list', { name: 'Sources' });
  const link = within(list).getByRole('link');
  expect(link.getAttribute('href')).toBe('https://example.org/help');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toContain('noopener');
  const file = within(list).getByRole('button');
  expect(file.textContent).toContain('help-centre.txt');
  fireEvent.click(file);
  expect(within(screen.getByRole('dialog')).getByText('Within thirty days.')).toBeTruthy();
});

it('a used tool opens what it was given and what it gave', () => {
  const usedTools = [{ tool: 'calculator', toolInput: { input: '6*7' }, toolOutput: '42' }];
  show({ chat: restingChat({ entries: turn({ text: '42', usedTools }) }) });
  fireEvent.click(screen.getByRole('button', { name: 'calculator' }));
  const dialog = screen.getByRole('dialog', { name: 'calculator' });
  expect(within(dialog).getByRole('region', { name: 'Input' }).textContent).toContain('6*7');
  expect(within(dialog).getByRole('region', { name: 'Output' }).textContent).toContain('42');
});

it('where nothing can be asked, the field says why and nothing is sent', () => {
  const ask = vi.fn<(question: string) => void>();
  show({ chat: restingChat({ ask }), refusal: <>Save the flow to try it.</> });
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: 'Hello' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(ask).not.toHaveBeenCalled();
  const reason = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('Save the flow to try it.');
});
