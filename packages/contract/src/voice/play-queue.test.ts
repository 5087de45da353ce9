import { expect, it } from 'vitest';
import { socketSampleRate } from './call-sound.ts';
import { PlayQueue } from './play-queue.ts';

const quantum = 160;
const fill = (queue: PlayQueue) => {
  const channel = new Float32Array(quantum);
  return { channel, heardMs: queue.fill(channel) };
};

it('plays what was pushed in order, reports every 20 ms and when it runs dry, and is silent afterwards', () => {
  const queue = new PlayQueue(socketSampleRate);
  queue.push(new Int16Array(quantum).fill(0x4000));
  queue.push(new Int16Array(0));
  queue.push(new Int16Array(quantum * 2).fill(-0x4000));
  const first = fill(queue);
  expect([first.channel[80], first.heardMs]).toEqual([0.5, undefined]);
  const second = fill(queue);
  expect([second.channel[80], second.heardMs]).toEqual([-0.5, 20]);
  expect(fill(queue).heardMs).toBe(30);
  expect(fill(queue)).toEqual({ channel: new Float32Array(quantum), heardMs: undefined });
});

it('what is cleared is never heard, and the count starts over', () => {
  const queue = new PlayQueue(socketSampleRate);
  queue.push(new Int16Array(quantum * 4).fill(0x4000));
  fill(queue);
  queue.clear();
  expect(fill(queue)).toEqual({ channel: new Float32Array(quantum), heardMs: undefined });
  queue.push(new Int16Array(quantum).fill(0x2000));
  expect(fill(queue).heardMs).toBe(10);
});
