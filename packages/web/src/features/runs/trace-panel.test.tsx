import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { nodesQuery } from '../../kit/api/nodes.queries.ts';
import { logged, retrievalTurn } from '../chat/testing/logged-events.ts';
import { runQuery, takeLiveEvent } from './runs.queries.ts';
import { TracePanel, type TracePanelProps } from './trace-panel.tsx';

afterEach(cleanup);

const events = logged(retrievalTurn).filter(({ type }) => type !== 'text-delta');

function show(given: Partial<TracePanelProps> = {}, known = events) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static' } } });
  client.setQueryData(nodesQuery.queryKey, []);
  client.setQueryData(runQuery('run-1').queryKey, { events: known });
  const panel = (props: Partial<TracePanelProps>) => (
    <QueryClientProvider client={client}>
      <TracePanel flowId="flow" runId="run-1" {...given} {...props} />
    </QueryClientProvider>
  );
  const { rerender } = render(panel({}));
  return { client, rerender: (props: Partial<TracePanelProps>) => rerender(panel(props)) };
}

const current = () =>
  screen.getAllByRole('button').find((button) => button.getAttribute('aria-current') === 'true');

it('opens at the model call that answered, with its exact prompt and its figures', () => {
  show();
  expect(current()).toBe(screen.getByRole('button', { name: 'Done Demo Model 30 ms' }));
  expect(screen.getByRole('group', { name: 'System' }).textContent).toContain('Answer from the passages.');
  expect(screen.getByRole('group', { name: 'User' }).textContent).toContain('Do you ship?');
  for (const [name, value] of [
    ['tokens in', '120'],
    ['tokens out', '12'],
    ['first token', '9.0 ms'],
    ['cost', '$0.0004'],
  ]) {
    expect(screen.getByText(name ?? '').nextElementSibling?.textContent).toBe(value);
  }
});

it('output and raw input are one click away', () => {
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Output' }));
  expect(screen.getByRole('region', { name: 'Assistant' }).textContent).toContain('Yes, we ship [1].');
  fireEvent.click(screen.getByRole('button', { name: 'Raw input' }));
  expect(screen.getByRole('region', { name: 'Input' }).textContent).toContain('"modelId": "demo-1"');
});

it('says when a cache answered instead of the model', () => {
  const cached = events.map((event) =>
    event.type === 'step-end' && event.kind === 'model'
      ? { ...event, output: { text: 'Yes.', isCached: true } }
      : event,
  );
  show({}, cached);
  fireEvent.click(screen.getByRole('button', { name: 'Output' }));
  expect(screen.getByText('Answered from the cache; the model was not asked.')).toBeDefined();
});

it('choosing a step selects its node on the canvas, and the arrows go on from there', () => {
  const onSelectNode = vi.fn<(nodeId: string) => void>();
  show({ onSelectNode });
  fireEvent.click(screen.getByRole('button', { name: /^Done Retrieval Chain/ }));
  expect(onSelectNode).toHaveBeenLastCalledWith('chain_0');
  fireEvent.keyDown(screen.getByRole('list', { name: 'Steps' }), { key: 'ArrowDown' });
  expect(onSelectNode).toHaveBeenLastCalledWith('store_0');
});

it('selecting a node on the canvas shows its work; the selection before the trace opened does not', () => {
  const { rerender } = show({ selectedNodeId: 'chain_0' });
  expect(current()?.textContent).toMatch(/^Done Demo Model/);
  rerender({ selectedNodeId: 'store_0' });
  expect(current()?.textContent).toMatch(/^Done (memoryVectorStore|Store)/);
});

it('a running trace grows with the events of the chat', async () => {
  const { client } = show({}, events.slice(0, 4));
  expect(screen.queryByRole('button', { name: /Retrieval Chain/ })).toBeNull();
  takeLiveEvent(client, events[4]!);
  const row = await screen.findByRole('button', { name: /^Running Retrieval Chain/ });
  expect(within(row).getByText('Running')).toBeTruthy();
});

it('what a search has found is shown as passages, whose documents open as the answer cites them, or as they are now', async () => {
  const documents = [
    { id: 'c1', pageContent: 'We ship to Norway.', metadata: { source: 'faq.md' }, score: 0.9 },
    { id: 'c2', pageContent: 'Not to the moon.', metadata: { source: 'moon.md' }, score: 0.5 },
    { pageContent: 'Kept nowhere.', metadata: {}, score: 0.4 },
  ];
  const found = events.map((event) => {
    if (event.type === 'step-start' && event.kind === 'retrieval')
      return { ...event, input: { question: 'Do you ship?', storeId: 's1' } };
    if (event.type === 'step-end' && event.kind === 'retrieval') return { ...event, output: { documents } };
    if (event.type === 'run-end')
      return {
        ...event,
        chatMessageId: 'm1',
        answer: { text: 'Yes.', sourceDocuments: documents.slice(0, 1) },
      };
    return event;
  });
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: Request | string) => {
    asked.push(typeof input === 'string' ? input : input.url);
    return new Response('{}', { status: 404 });
  });
  show({}, found);
  fireEvent.click(screen.getByRole('button', { name: /25 ms/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Output' }));
  expect(screen.getByRole('region', { name: '1 · faq.md' }).textContent).toContain('We ship to Norway.');
  const opens = screen.getAllByRole('button', { name: 'Open document' });
  expect(opens).toHaveLength(2);
  fireEvent.click(opens[0] as HTMLElement);
  await vi.waitFor(() => expect(asked.at(-1)).toContain('/citations/'));
  expect(asked.at(-1)).toContain('/m1/1');
  fireEvent.click(opens[1] as HTMLElement);
  await vi.waitFor(() => expect(asked.at(-1)).toContain('/document-store/cited/s1/c2'));
  vi.unstubAllGlobals();
});
