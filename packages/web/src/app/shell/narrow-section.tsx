import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { shellTexts } from '../../kit/texts/en/shell.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { findInMenu, type MenuSection } from '../menu.ts';
import { EntryLink } from './drawer-section.tsx';
import styles from './narrow-section.module.css';

/** How long the pointer may be on its way from the tile to its menu. */
const leaveAfterMs = 150;

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, Enter: 1 };

/** One section of the closed drawer: a tile whose menu opens by hover, focus, Enter or arrows. */
export function NarrowSection({ section }: { section: MenuSection }) {
  const t = useTexts(shellTexts);
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const menuId = useId();

  const open = () => {
    clearTimeout(timer.current);
    setOpen(true);
  };
  const leave = () => {
    timer.current = setTimeout(() => setOpen(false), leaveAfterMs);
  };
  const blur = (event: FocusEvent) => {
    if (!box.current?.contains(event.relatedTarget)) setOpen(false);
  };
  const handleKey = (event: KeyboardEvent) => {
    const tile = box.current?.querySelector('button');
    if (event.key === 'Escape' || event.key === 'ArrowLeft') {
      tile?.focus();
      setOpen(false);
      return;
    }
    const isOnTile = event.target === tile;
    const step = steps[event.key];
    if (step === undefined || (event.key === 'Enter' && !isOnTile)) return;
    event.preventDefault();
    setOpen(true);
    // The links are drawn only once the menu is open.
    requestAnimationFrame(() => focusLink(box.current, isOnTile ? null : document.activeElement, step));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it gathers the events of the tile and its menu
    <div
      ref={box}
      className={styles['section']}
      onMouseEnter={open}
      onMouseLeave={leave}
      onFocus={open}
      onBlur={blur}
      onKeyDown={handleKey}
    >
      <button
        type="button"
        className={styles['tile']}
        aria-haspopup="true"
        aria-expanded={isOpen}
        aria-controls={menuId}
        data-current={findInMenu(pathname)?.section.id === section.id || undefined}
        onClick={open}
      >
        <section.Icon size={20} />
        {t(section.id)}
      </button>
      {isOpen && (
        <div id={menuId} className={styles['flyout']}>
          <p className={styles['title']}>{t(section.id)}</p>
          <ul>
            {section.entries.map((entry) => (
              <li key={entry.path}>
                <EntryLink entry={entry} onClick={() => setOpen(false)} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function focusLink(box: HTMLElement | null, from: Element | null, step: number): void {
  const links = [...(box?.querySelectorAll<HTMLElement>('a') ?? [])];
  const index = links.indexOf(from as HTMLElement);
  const next = index < 0 ? (step > 0 ? 0 : links.length - 1) : (index + step + links.length) % links.length;
  links[next]?.focus();
}
