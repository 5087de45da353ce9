import { afterEach, expect, it, vi } from 'vitest';
import { followEnd } from './follow-end.ts';

afterEach(() => vi.unstubAllGlobals());

/** A box of 100 px that shows a content of 300 px, and what its browser does with it. */
function scrollingBox() {
  const events = new EventTarget();
  let grow = () => {};
  class Observer {
    constructor(onResize: () => void) {
      grow = onResize;
    }
    observe() {}
    disconnect() {
      grow = () => {};
    }
  }
  vi.stubGlobal('ResizeObserver', Observer);
  const box = Object.assign(events, { scrollTop: 0, scrollHeight: 300, clientHeight: 100 });
  return {
    box,
    element: box as unknown as HTMLElement,
    scrollTo(top: number) {
      box.scrollTop = top;
      events.dispatchEvent(new Event('scroll'));
    },
    growTo(height: number) {
      box.scrollHeight = height;
      grow();
    },
  };
}

it('a growing box stays at its end until its reader scrolls up, and again once the end is reached', () => {
  const { box, element, scrollTo, growTo } = scrollingBox();
  const seen: boolean[] = [];
  const follower = followEnd(element, element, (isAtEnd) => seen.push(isAtEnd));
  growTo(400);
  expect(box.scrollTop).toBe(400);
  scrollTo(300);
  scrollTo(120);
  growTo(500);
  expect([box.scrollTop, seen.at(-1)]).toEqual([120, false]);
  scrollTo(390);
  growTo(600);
  expect([box.scrollTop, seen.at(-1)]).toEqual([600, true]);
  scrollTo(200);
  follower.goToEnd();
  growTo(700);
  expect([box.scrollTop, seen.at(-1)]).toEqual([700, true]);
  follower.stop();
  growTo(800);
  scrollTo(0);
  expect([box.scrollTop, seen.at(-1)]).toEqual([0, true]);
});
