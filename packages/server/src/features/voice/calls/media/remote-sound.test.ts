import type { CallEvent } from '@tendril/contract/call-event';
import type { CallParts } from '@tendril/voice/call-session';
import { expect, it } from 'vitest';
import type { LinkMessage } from './call-link.ts';
import { RemoteSound } from './remote-sound.ts';
import type { SessionFacts } from './session-start.ts';

/** The server's end of a line, and what it sends to the media process. */
function openSound() {
  const sent: LinkMessage[] = [];
  const events: CallEvent[] = [];
  let closed = 0;
  const place = {
    ...{ call: 1, give: () => {}, openRtp: () => {}, openCaller: () => {}, onLate: () => {} },
    post: (message: LinkMessage) => void sent.push(message),
  };
  const owner = {
    async close() {
      closed += 1;
    },
  };
  const sound = new RemoteSound(place, () => owner, {});
  const parts = {
    ...{ functions: [], config: {}, variables: {}, hasTimers: true, describe: () => ({}) },
    responder: { reply: async function* () {} },
    emit: (event: CallEvent) => void events.push(event),
  };
  return {
    sound,
    events,
    closed: () => closed,
    begin: () =>
      sound.createSession(parts as unknown as CallParts, { builtIn: {} } as unknown as SessionFacts),
    names: () => sent.map((message) => ('name' in message ? message.name : message.kind)),
  };
}

it('a line that is lost before its session begins hangs up, and the session ends at once, in words', async () => {
  const { sound, begin, events, closed } = openSound();
  sound.lose();
  expect(closed()).toBe(1);
  expect(await begin().ended).toMatchObject({ reason: 'error_unknown' });
  expect(events.map(({ type }) => type)).toEqual(['call-error', 'call-end']);
});

it('a line that is over first lets its session learn why, and is forgotten after it', async () => {
  const { sound, begin, names, closed } = openSound();
  sound.close();
  const session = begin();
  session.hangUp('user_hangup');
  expect(names()).toEqual(['close-sound', 'begin', 'hang-up']);
  const outcome = { reason: 'user_hangup', durationMs: 5, turns: [], collected: {} };
  sound.take({ kind: 'note', id: 0, name: 'ended', args: [outcome] });
  expect(await session.ended).toEqual(outcome);
  await Promise.resolve();
  expect(names().at(-1)).toBe('end');
  // What the media process says then is no news.
  sound.lose();
  expect(closed()).toBe(0);
});
