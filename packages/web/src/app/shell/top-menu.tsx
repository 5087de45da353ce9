import { WorkspaceButton } from '../../features/workspace/workspace-button.tsx';
import { useOwnPermissions } from '../../kit/state/permissions-store.ts';
import { shellTexts } from '../../kit/texts/en/shell.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { permittedMenu } from '../menu.ts';
import { EntryLink } from './drawer-section.tsx';
import footLink from './foot-link.module.css';
import { SystemLink } from './system-link.tsx';
import styles from './top-menu.module.css';
import { VersionButton } from './version-button.tsx';

/** The menu of the horizontal layout: every page in a row below the top bar, section beside section. */
export function TopMenu() {
  const sections = permittedMenu(useOwnPermissions((own) => own.permissions));
  const t = useTexts(shellTexts);
  return (
    <nav aria-label={t('mainMenu')} className={styles['row']} data-top-menu>
      {sections.map((section) => (
        <ul key={section.id} aria-label={t(section.id)} className={styles['section']}>
          {section.entries.map((entry) => (
            <li key={entry.path}>
              <EntryLink entry={entry} />
            </li>
          ))}
        </ul>
      ))}
      <div className={styles['end']}>
        <WorkspaceButton className={footLink['link']} />
        <SystemLink />
        <VersionButton />
      </div>
    </nav>
  );
}
