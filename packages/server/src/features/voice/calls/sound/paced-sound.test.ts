import { callFrameMs } from '@tendril/voice/audio/frame-cutter';
import type { CallClock } from '@tendril/voice/call-clock';
import { pacerOf } from '@tendril/voice/session/frame-pacer';
import { VirtualClock } from '@tendril/voice/testing/virtual-clock';
import { expect, it } from 'vitest';
import { PacedSound } from './paced-sound.ts';

/** A clock whose timers come late by what is given, again and again. */
function unevenClock(lateness: readonly number[]) {
  let now = 0;
  let count = 0;
  let due: { at: number; act: () => void } | undefined;
  const clock: CallClock = {
    now: () => now,
    after(ms, act) {
      due = { at: now + ms, act };
      return () => {
        due = undefined;
      };
    },
  };
  return {
    clock,
    advanceTo(end: number) {
      while (due && due.at <= end) {
        now = due.at + (lateness[count % lateness.length] ?? 0);
        count += 1;
        due.act();
      }
    },
    standAt(at: number) {
      now = at;
    },
  };
}

function paced(clock: CallClock) {
  const sent: number[] = [];
  const faults: unknown[] = [];
  const broken = { isSending: false };
  const sound = new PacedSound({
    clock,
    send(frame) {
      if (broken.isSending) throw new Error('The socket is broken.');
      sent.push(frame?.[0] ?? 0);
      return true;
    },
    onFault: (error) => faults.push(error),
  });
  return { sound, sent, faults, broken };
}

it('that cannot send says so once, and takes no other one of its clock with it', async () => {
  const clock = new VirtualClock();
  const [one, other] = [paced(clock), paced(clock)];
  await clock.advance(100);
  one.broken.isSending = true;
  const before = other.sent.length;
  await clock.advance(1000);
  expect(one.faults).toHaveLength(1);
  expect(other.sent.length - before).toBe(50);
  other.sound.close();
  expect(clock.pending).toBe(0);
});

it('sends as many frames as there is time, however unevenly its timers come', () => {
  const { clock, advanceTo, standAt } = unevenClock([0, 0, 1.2, 0.1, 0.7]);
  pacerOf(clock).add(() => {});
  // Its ticks are due half a millisecond before as many frames have passed since it began.
  standAt(15.5);
  const { sound, sent } = paced(clock);
  for (let frame = 1; frame <= 100; frame += 1) sound.add(new Int16Array([frame]));
  advanceTo(15 + 60 * callFrameMs);
  expect(sent).toEqual(Array.from({ length: 61 }, (_, index) => index + 1));
});

it('makes up for what a stall of the process left out, and for no more than may be sent at once', () => {
  const { clock, advanceTo } = unevenClock([0, 0, 70, 0, 0, 0, 400, 0]);
  const { sound, sent } = paced(clock);
  for (let frame = 1; frame <= 100; frame += 1) sound.add(new Int16Array([frame]));
  advanceTo(5 * callFrameMs);
  expect(sent).toHaveLength(6);
  advanceTo(8 * callFrameMs);
  advanceTo(30 * callFrameMs);
  expect(sent.length).toBeLessThanOrEqual(30);
  expect(sent).toEqual(sent.map((_, index) => index + 1));
});

it('sends silence by the clock when there is nothing to be said', () => {
  const { clock, advanceTo } = unevenClock([0, 3]);
  const { sent } = paced(clock);
  advanceTo(10 * callFrameMs);
  expect(sent).toEqual(Array.from({ length: 10 }, () => 0));
});
