import { WorkspaceButton } from '../../features/workspace/workspace-button.tsx';
import { useOwnPermissions } from '../../kit/state/permissions-store.ts';
import { shellTexts } from '../../kit/texts/en/shell.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ScrollArea } from '../../kit/ui/scroll-area.tsx';
import { permittedMenu } from '../menu.ts';
import styles from './drawer.module.css';
import { DrawerSection } from './drawer-section.tsx';
import footLink from './foot-link.module.css';
import { HomeLink } from './home-link.tsx';
import { NarrowSection } from './narrow-section.tsx';
import { SystemLink } from './system-link.tsx';
import { VersionButton } from './version-button.tsx';

/** The left drawer: 280 wide with its sections, or 100 wide with one tile per section. */
export function Drawer({ isOpen }: { isOpen: boolean }) {
  const sections = permittedMenu(useOwnPermissions((own) => own.permissions));
  const t = useTexts(shellTexts);
  return (
    <nav
      aria-label={t('mainMenu')}
      className={isOpen ? styles['open'] : styles['narrow']}
      data-drawer={isOpen ? 'open' : 'narrow'}
    >
      <HomeLink isOpen={isOpen} />
      {isOpen ? (
        <ScrollArea className={styles['sections']}>
          {sections.map((section) => (
            <DrawerSection key={section.id} section={section} />
          ))}
        </ScrollArea>
      ) : (
        <div className={styles['tiles']}>
          {sections.map((section) => (
            <NarrowSection key={section.id} section={section} />
          ))}
        </div>
      )}
      <footer className={styles['foot']}>
        <WorkspaceButton className={footLink['link']} />
        <SystemLink />
        <VersionButton />
      </footer>
    </nav>
  );
}
