import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import styles from './scroll-area.module.css';
import { showScrollbar } from './show-scrollbar.ts';

/** How far an arrow key scrolls. */
const arrowStepPx = 30;

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * A box that scrolls natively (one wheel pixel is one pixel) and shows its bar while it is
 * scrolled.
 */
export function ScrollArea({ children, className }: { children: ReactNode; className?: string | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  const scrollByArrow = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.defaultPrevented || !box.current) return;
    event.preventDefault();
    box.current.scrollTop += step * arrowStepPx;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys scroll what holds the focus
    <div
      ref={box}
      className={[styles['area'], className].filter(Boolean).join(' ')}
      onScroll={(event) => showScrollbar(event.currentTarget)}
      onKeyDown={scrollByArrow}
    >
      {children}
    </div>
  );
}
