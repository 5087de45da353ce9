import { expect, it } from 'vitest';
import { TestCall } from './testing/test-call.ts';
import { tone } from './testing/tone.ts';

it('a caller speaks, is answered, hangs up; every event comes once and in order', async () => {
  const call = new TestCall({ hears: ['what time is it'], replies: ['It is nine. Anything else?'] });
  await call.clock.advance(500);
  call.line.speak(tone(800));
  await call.awaits('agent-turn');
  await call.clock.advance(200);
  call.line.hangUp();
  await call.awaits('call-end');
  const names = call.events.map(({ type }) => type).filter((type) => type !== 'agent-delta');
  expect(names).toEqual([
    'user-speech-start',
    'user-speech-end',
    'user-turn',
    'turn-start',
    'agent-speech-start',
    'agent-speech-end',
    'agent-turn',
    'call-end',
  ]);
  expect(call.transcript()).toEqual(['caller: what time is it', 'agent: It is nine. Anything else?']);
  expect(call.of('agent-turn')[0]?.times).toMatchObject({ endpointMs: 300, sttMs: 60 });
});
