import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { NavLink } from 'react-router';
import { openMenu, toggleSection, useDisplay } from '../../kit/state/display-store.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { shellTexts } from '../../kit/texts/en/shell.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { MenuEntry, MenuSection } from '../menu.ts';
import styles from './drawer-section.module.css';

/** One section of the open drawer: a heading that folds it, and its entries. */
export function DrawerSection({ section }: { section: MenuSection }) {
  const t = useTexts(shellTexts);
  const isClosed = useDisplay((display) => display.closedSections.includes(section.id));
  const listId = useId();
  return (
    <section>
      <h2 className={styles['heading']}>
        <button
          type="button"
          aria-expanded={!isClosed}
          aria-controls={listId}
          onClick={() => toggleSection(section.id)}
        >
          {t(section.id)}
          <ChevronDown size={16} />
        </button>
      </h2>
      <ul id={listId} hidden={isClosed}>
        {section.entries.map((entry) => (
          <li key={entry.path}>
            <EntryLink entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The link of one menu entry, marked while its page is open. */
export function EntryLink({ entry, onClick }: { entry: MenuEntry; onClick?: () => void }) {
  const t = useTexts(pageTexts);
  const open = () => {
    openMenu(entry.name);
    onClick?.();
  };
  return (
    <NavLink to={entry.path} className={styles['entry'] ?? ''} onClick={open}>
      <entry.Icon size={20} />
      {t(entry.name)}
    </NavLink>
  );
}
