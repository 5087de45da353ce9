import { expect, it } from 'vitest';
import type { LinkMessage } from './call-link.ts';
import type { LinkBatch } from './media-message.ts';
import { Outbox } from './outbox.ts';

const note = (name: string): LinkMessage => ({ kind: 'note', id: 0, name, args: [] });
const namesOf = ({ items }: LinkBatch) =>
  items.map(([call, message]) => `${call} ${'name' in message ? message.name : message.kind}`);
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it('what calls note in one turn of the event loop is one message', async () => {
  const sent: LinkBatch[] = [];
  const outbox = new Outbox((batch) => sent.push(batch));
  for (const call of [1, 2, 3]) outbox.add(call, note('event'));
  await Promise.resolve();
  expect(sent).toEqual([]);
  await nextTurn();
  expect(sent.map(namesOf)).toEqual([['1 event', '2 event', '3 event']]);
});

it('what somebody waits for does not wait for the rest of the turn, and overtakes nothing', async () => {
  const sent: LinkBatch[] = [];
  const outbox = new Outbox((batch) => sent.push(batch));
  outbox.add(1, note('event'));
  outbox.add(2, { kind: 'ask', id: 1, name: 'finish-utterance', args: [] });
  await Promise.resolve();
  expect(sent.map(namesOf)).toEqual([['1 event', '2 finish-utterance']]);
  outbox.add(1, note('event'));
  await nextTurn();
  expect(sent.map(namesOf).slice(1)).toEqual([['1 event']]);
});
