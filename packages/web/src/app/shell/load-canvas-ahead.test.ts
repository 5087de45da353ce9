import { afterEach, expect, it, vi } from 'vitest';
import { loadCanvasAhead } from './load-canvas-ahead.ts';

let stop = () => {};

afterEach(() => {
  stop();
  vi.useRealTimers();
  document.body.innerHTML = '';
});

function begin() {
  document.body.innerHTML =
    '<a id="flow" href="/canvas/x"><b id="name">x</b></a><a id="other" href="/tools">y</a>';
  const load = vi.fn(() => Promise.resolve());
  stop = loadCanvasAhead(load);
  const send = (id: string, type: string) =>
    document.getElementById(id)?.dispatchEvent(new Event(type, { bubbles: true }));
  return { load, send };
}

it.each([
  ['name', 'pointerover'],
  ['flow', 'focusin'],
])('loads the canvas once when a link to one gets attention: %s, %s', (id, type) => {
  const { load, send } = begin();
  send(id, type);
  send(id, type);
  expect(load).toHaveBeenCalledOnce();
});

it('leaves it where another link is pointed at', () => {
  const { load, send } = begin();
  send('other', 'pointerover');
  expect(load).not.toHaveBeenCalled();
});

it('loads it when nobody points at anything, unless the page was left', () => {
  vi.useFakeTimers();
  const { load } = begin();
  vi.advanceTimersByTime(10_000);
  expect(load).toHaveBeenCalledOnce();
  stop();
  const left = begin();
  stop();
  vi.advanceTimersByTime(10_000);
  expect(left.load).not.toHaveBeenCalled();
});

it('keeps silent when it cannot be had', async () => {
  const { send, load } = begin();
  load.mockRejectedValue(new Error('offline'));
  send('flow', 'focusin');
  await expect(load.mock.results[0]?.value).rejects.toThrow('offline');
});
