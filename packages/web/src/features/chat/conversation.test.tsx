import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { runQuery } from '../runs/runs.queries.ts';
import type { Trace } from '../runs/trace.ts';
import { type AnswerView, emptyAnswer } from './answer-view.ts';
import { readChatSettings } from './chat-settings.ts';
import type { ChatEntry } from './chat-state.ts';
import { Conversation, type ConversationProps } from './conversation.tsx';
import { restingChat } from './testing/fake-chat.ts';
import type { Chat } from './use-chat.ts';

afterEach(cleanup);

function show(given: Partial<ConversationProps> = {}) {
  const props: ConversationProps = {
    chat: restingChat(),
    settings: readChatSettings(undefined),
    look: 'panel',
    placeholder: 'Ask this flow',
    emptyText: 'Ask a question.',
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
    settings: {
      ...readChatSettings(undefined),
      welcomeMessage: 'Hello there.',
      starterPrompts: ['Do you ship?'],
    },
  });
  expect(screen.getByRole('log').textContent).toContain('Hello there.');
  fireEvent.click(screen.getByRole('button', { name: 'Do you ship?' }));
  expect(ask.mock.calls.map(([question]) => question)).toEqual(['Do you ship?']);
});

it('messages stand in a polite log; the growing text itself is silent', async () => {
  show({
    chat: restingChat({ isRunning: true, entries: turn({ status: 'running', text: 'Yes, we ship. And' }) }),
  });
  const log = screen.getByRole('log');
  expect(log.getAttribute('aria-live')).toBe('polite');
  expect((await screen.findByText('Yes, we ship. And')).closest('[aria-live="off"]')).not.toBeNull();
  // Announced sentence by sentence, outside the log.
  expect(screen.getByText('Yes, we ship.').getAttribute('aria-live')).toBe('polite');
});

it('a failure is described in words and can be retried', () => {
  const ask = vi.fn<(question: string) => void>();
  show({ chat: restingChat({ ask, entries: turn({ status: 'failed', error: 'The key was refused.' }) }) });
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('The key was refused.');
  fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(ask.mock.calls.map(([question]) => question)).toEqual(['Do you ship?']);
});

it.each([
  ['cancelled', 'Stopped'],
  ['interrupted', 'Interrupted'],
] as const)('a partial answer that was %s is kept and marked "%s"', async (status, mark) => {
  show({ chat: restingChat({ entries: turn({ status, text: 'Half an answer' }) }) });
  expect(await screen.findByText('Half an answer')).toBeTruthy();
  expect(screen.getByText(mark)).toBeTruthy();
});

it('the footer shows time, cost and the demo mark, and opens the trace in one click', () => {
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

const settings = readChatSettings({
  chatFeedback: { status: true },
  leads: { status: true, title: 'Who are you?', name: true, email: true, successMessage: 'Welcome.' },
});
const open = { ...settings, lead: undefined };

it('an answer is rated by a thumb, and what helped can be said', async () => {
  const rate = vi.fn<Chat['rate']>(async () => {});
  const entries = turn({ text: 'Yes.', messageId: 'm', rating: { rating: 'THUMBS_UP', content: '' } });
  show({ chat: restingChat({ rate, entries }), settings: open });
  expect(screen.getByRole('button', { name: 'Good answer' }).getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Bad answer' }));
  expect(rate).toHaveBeenLastCalledWith('a', { rating: 'THUMBS_DOWN', content: '' });
  fireEvent.click(screen.getByRole('button', { name: 'Tell us what helped' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Your comment' }), { target: { value: 'Short.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(rate).toHaveBeenLastCalledWith('a', { rating: 'THUMBS_UP', content: 'Short.' });
});

it('without the setting, or while the answer is not stored, there is nothing to rate', () => {
  show({ chat: restingChat({ entries: turn({ text: 'Yes.' }) }), settings: open });
  expect(screen.queryByRole('button', { name: 'Good answer' })).toBeNull();
});

it('CHAT-02: before the lead form is filled in the field is closed, and mistakes name their field', () => {
  show({ chat: restingChat(), settings });
  expect(screen.getByRole('textbox', { name: 'Ask this flow' })).toHaveProperty('disabled', true);
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'nobody' } });
  fireEvent.click(screen.getByRole('button', { name: 'Start the chat' }));
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Enter a valid email address.')).toBeTruthy();
});

it('a visitor whose details are kept, or who may skip the form and does, can write', () => {
  show({ chat: restingChat({ lead: { name: 'A' } }), settings });
  expect(screen.getByRole('textbox', { name: 'Ask this flow' })).toHaveProperty('disabled', false);
  cleanup();
  const lead = settings.lead && { ...settings.lead, isOptional: true };
  show({ chat: restingChat({ flowId: 'skipped' }), settings: { ...settings, lead } });
  fireEvent.click(screen.getByRole('button', { name: 'Skip' }));
  expect(screen.getByRole('textbox', { name: 'Ask this flow' })).toHaveProperty('disabled', false);
});

it('a waiting run shows what it asks; the decision goes back with the note', () => {
  const decide = vi.fn<Chat['decide']>();
  const action = {
    id: 'act',
    mapping: { approve: 'Yes', reject: 'No', toolCalls: [] },
    elements: [{ type: 'approve-button' as const, label: 'Book it' }],
    data: { nodeId: 'n', nodeLabel: 'Desk', input: 'Book Tuesday at ten?' },
  };
  show({ chat: restingChat({ decide, entries: turn({ status: 'waiting', action }) }) });
  const card = screen.getByRole('region', { name: 'Waiting for your decision' });
  expect(card.textContent).toContain('Book Tuesday at ten?');
  fireEvent.change(within(card).getByRole('textbox'), { target: { value: 'By train.' } });
  fireEvent.click(within(card).getByRole('button', { name: 'Book it' }));
  expect(decide).toHaveBeenCalledExactlyOnceWith('a', 'approve', 'By train.', 'Book it\n\nBy train.');
});

it('what a waiting run asks is shown once, even where its answer is the same sentence', () => {
  const action = {
    id: 'act',
    mapping: { approve: 'Yes', reject: 'No', toolCalls: [] },
    elements: [],
    data: { nodeId: 'n', nodeLabel: 'Desk', input: 'Is this draft fine?' },
  };
  show({
    chat: restingChat({ entries: turn({ status: 'waiting', action, text: 'Is this draft fine?' }) }),
  });
  expect(screen.getAllByText('Is this draft fine?')).toHaveLength(1);
});

it('what could be asked next stands under the newest answer; one click asks it', () => {
  const ask = vi.fn<Chat['ask']>();
  show({ chat: restingChat({ ask, entries: turn({ text: 'Yes.', followUps: ['How long?'] }) }) });
  fireEvent.click(screen.getByRole('button', { name: 'How long?' }));
  expect(ask.mock.calls.map(([question]) => question)).toEqual(['How long?']);
});

it('visitors read the flow’s own words in place of a technical reason', () => {
  const failed = turn({ status: 'failed', error: 'connect ECONNREFUSED' });
  show({
    chat: restingChat({ entries: failed }),
    settings: { ...open, errorMessage: 'We are asleep.' },
    hidesReasons: true,
  });
  expect(screen.getByRole('alert').textContent).toContain('We are asleep.');
  expect(screen.getByRole('alert').textContent).not.toContain('ECONNREFUSED');
});

it('a file that the flow does not take is refused by name before anything is sent', async () => {
  const { useNotifier } = await import('../../kit/state/notifier-store.ts');
  const abilities = {
    canHear: false,
    canSpeak: false,
    files: undefined,
    pictures: { types: ['image/png'], maxBytes: 5_242_880 },
  };
  const ask = vi.fn<Chat['ask']>();
  show({ chat: restingChat({ ask }), abilities, settings: open });
  const picker = document.querySelector('input[type="file"]') as HTMLInputElement;
  Object.defineProperty(picker, 'files', {
    value: [new File(['x'], 'virus.exe'), new File(['picture'], 'a.png', { type: 'image/png' })],
  });
  fireEvent.change(picker);
  expect(useNotifier.getState().notifications.at(-1)?.message).toContain('virus.exe');
  await screen.findByRole('button', { name: 'Remove a.png' });
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', false),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  const [question, enclosed] = ask.mock.calls[0] ?? [];
  expect(question).toBe('');
  expect(enclosed?.uploads).toEqual([
    expect.objectContaining({ type: 'file', name: 'a.png', data: expect.stringMatching(/^data:image\/png/) }),
  ]);
});

it('an answer says in its bubble which step was tried again, and that it went on after a restart', () => {
  const retry = { kind: 'retry' as const, afterId: 'ask', of: 3, waitMs: 10, message: 'busy' };
  const trace: Trace = {
    startedAt: 1,
    spans: [
      { id: 'ask', kind: 'node', nodeId: 'ask', name: 'llm', label: 'Ask', startMs: 0, status: 'running' },
    ],
    notes: [
      { id: '1', attempt: 1, ...retry },
      { id: '2', attempt: 2, ...retry },
      { id: '3', afterId: 'ask', kind: 'resume' },
    ],
  };
  show({ chat: restingChat({ isRunning: true, entries: turn({ status: 'running', trace }) }) });
  const notes = screen.getByRole('list', { name: 'What happened on the way' });
  expect(
    within(notes)
      .getAllByRole('listitem')
      .map((note) => note.textContent),
  ).toEqual([
    'Ask failed 2 times and was tried again',
    'The server restarted; the run went on from its last finished step',
  ]);
});
