import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ScrollArea, scrollManners } from './scroll-area.tsx';

afterEach(cleanup);

it('CONST-11, CONST-12: the threshold is 1000 ms and the wheel speed 1', () => {
  expect(scrollManners).toMatchObject({ scrollingThresholdMs: 1000, wheelSpeed: 1 });
});

it('CONST-13: an arrow key scrolls 30 pixels', () => {
  const { container } = render(
    <ScrollArea>
      <button type="button">entry</button>
    </ScrollArea>,
  );
  const area = container.firstElementChild as HTMLElement;
  fireEvent.keyDown(container.querySelector('button') as HTMLElement, { key: 'ArrowDown' });
  fireEvent.keyDown(container.querySelector('button') as HTMLElement, { key: 'ArrowDown' });
  expect(area.scrollTop).toBe(60);
  fireEvent.keyDown(container.querySelector('button') as HTMLElement, { key: 'ArrowUp' });
  expect(area.scrollTop).toBe(30);
});
