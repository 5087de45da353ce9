import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ActionMenu } from './action-menu.tsx';
import { ScrollArea } from './scroll-area.tsx';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

it('CONST-11: the bar of the drawer hides 1000 ms after the last scrolling', () => {
  vi.useFakeTimers();
  const { container } = render(<ScrollArea>entries</ScrollArea>);
  expectToHideAfterScrolling(container.firstElementChild as HTMLElement);
});

it('CONST-11: so does the bar of a menu', () => {
  render(
    <ActionMenu
      label="Choices"
      actions={[{ id: 'a', label: 'A', onSelect: () => undefined }]}
      renderButton={(props) => (
        <button type="button" {...props}>
          open
        </button>
      )}
    />,
  );
  fireEvent.click(screen.getByText('open'));
  vi.useFakeTimers();
  expectToHideAfterScrolling(screen.getByRole('menu').parentElement as HTMLElement);
});

function expectToHideAfterScrolling(box: HTMLElement): void {
  const isShown = () => box.dataset['scrolling'] === 'true';
  expect(isShown()).toBe(false);
  fireEvent.scroll(box);
  vi.advanceTimersByTime(600);
  fireEvent.scroll(box);
  vi.advanceTimersByTime(999);
  expect(isShown()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isShown()).toBe(false);
}

it("CONST-12: the wheel is the browser's own, a pixel for a pixel", () => {
  const { container } = render(<ScrollArea>entries</ScrollArea>);
  const isLeftAlone = fireEvent.wheel(container.firstElementChild as HTMLElement, { deltaY: 100 });
  expect(isLeftAlone).toBe(true);
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
