import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import styles from './scroll-area.module.css';

/** Manners of the drawer's scrollbar (CONST-11 to CONST-13). */
export const scrollManners = { scrollingThresholdMs: 1000, wheelSpeed: 1, arrowStepPx: 30 } as const;

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * A box that scrolls natively (one wheel pixel is one pixel) and shows its bar while it is scrolled, hovered or
 * focused.
 */
export function ScrollArea({ children, className }: { children: ReactNode; className?: string | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const showBar = () => {
    if (box.current) box.current.dataset['scrolling'] = 'true';
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (box.current) delete box.current.dataset['scrolling'];
    }, scrollManners.scrollingThresholdMs);
  };
  const scrollByArrow = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.defaultPrevented || !box.current) return;
    event.preventDefault();
    box.current.scrollTop += step * scrollManners.arrowStepPx;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys scroll what holds the focus
    <div
      ref={box}
      className={[styles['area'], className].filter(Boolean).join(' ')}
      onScroll={showBar}
      onKeyDown={scrollByArrow}
    >
      {children}
    </div>
  );
}
