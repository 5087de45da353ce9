import type { LoggedEvent } from '@tendril/contract/run-event';
import { expect, it } from 'vitest';
import { RequestError } from '../../kit/api/request-error.ts';
import { logged, retrievalTurn } from '../chat/testing/logged-events.ts';
import { type Following, followToEnd } from './follow-to-end.ts';

const events = logged(retrievalTurn);
const lost = () => new RequestError(0, 'NETWORK', 'No connection.');

async function* stream(part: readonly LoggedEvent[], failure?: Error): AsyncGenerator<LoggedEvent> {
  yield* part;
  if (failure) throw failure;
}

async function collect(following: Partial<Following> & Pick<Following, 'open'>) {
  const pauses: number[] = [];
  const signal = new AbortController().signal;
  const pause = async (ms: number) => void pauses.push(ms);
  const seen: number[] = [];
  for await (const event of followToEnd({ signal, pause, ...following })) seen.push(event.seq);
  return { seen, pauses };
}

const all = events.map(({ seq }) => seq);

it('a run over one connection is reported in full', async () => {
  const { seen, pauses } = await collect({ open: () => stream(events) });
  expect(seen).toEqual(all);
  expect(pauses).toEqual([]);
});

it('a lost connection resumes after the last event that was seen, and nothing is emitted twice', async () => {
  const places: number[] = [];
  const { seen } = await collect({
    open: () => stream(events.slice(0, 4), lost()),
    attach: (_runId, after) => {
      places.push(after);
      // The second connection ends without a word, the third repeats what is known.
      return places.length === 1 ? stream(events.slice(4, 7)) : stream(events);
    },
  });
  expect(places).toEqual([4, 7]);
  expect(seen).toEqual(all);
});

it('a run whose server crashed is replayed from its start, since its later positions are lost', async () => {
  const kept = logged([...retrievalTurn.slice(0, 3), { type: 'run-end', status: 'interrupted', ms: 9 }]);
  const places: number[] = [];
  const { seen } = await collect({
    open: () => stream(events.slice(0, 9), lost()),
    attach: (_runId, after) => {
      places.push(after);
      if (places.length === 1) return stream([], lost());
      return stream(kept.filter(({ seq }) => seq > after));
    },
  });
  expect(places).toEqual([9, 9, 0]);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4]);
});

it('a connection that has died without a word is left for a new one', async () => {
  const { seen, pauses } = await collect({
    silenceLimitMs: 20,
    open: async function* (signal) {
      yield* events.slice(0, 5);
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
    attach: (_runId, after) => stream(events.slice(after)),
  });
  expect(seen).toEqual(all);
  expect(pauses).toEqual([]);
});

it('while the server is away the pauses grow, and a returning one is found', async () => {
  let tries = 0;
  const { seen, pauses } = await collect({
    open: () => stream(events.slice(0, 1), lost()),
    attach: () => (++tries < 4 ? stream([], lost()) : stream(events)),
  });
  expect(seen).toEqual(all);
  expect(pauses).toEqual([250, 500, 1000, 2000]);
});

it('what the server refuses before the run began is thrown at once', async () => {
  const refusal = new RequestError(422, 'FLOW_INVALID', 'The flow has no ending node.');
  await expect(collect({ open: () => stream([], refusal), attach: () => stream(events) })).rejects.toBe(
    refusal,
  );
});

it('a run that nobody knows any more is given up with the reason', async () => {
  const gone = new RequestError(404, 'NOT_FOUND', 'There is no such run.');
  const following = collect({
    open: () => stream(events.slice(0, 2), lost()),
    attach: () => stream([], gone),
  });
  await expect(following).rejects.toBe(gone);
});

it('a server that never comes back is given up in words', async () => {
  const following = collect({
    open: () => stream(events.slice(0, 2), lost()),
    attach: () => stream([], lost()),
  });
  await expect(following).rejects.toThrow('The connection was lost');
});

it('a run that cannot be found again ends with its connection', async () => {
  await expect(collect({ open: () => stream(events.slice(0, 2), lost()) })).rejects.toThrow('No connection.');
});
