import { PanelLeft, PanelLeftOpen } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { WorkspaceSwitcher } from '../../features/workspace/workspace-switcher.tsx';
import { usePageTitleStore } from '../../kit/state/page-title-store.ts';
import { pageTexts } from '../../kit/texts/en/pages.ts';
import { shellTexts } from '../../kit/texts/en/shell.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { ThemeSwitch } from '../../kit/ui/theme-switch.tsx';
import { JumpButton } from '../jump/jump-button.tsx';
import { findInMenu } from '../menu.ts';
import { AvatarMenu } from './avatar-menu.tsx';
import { DemoChip } from './demo-chip.tsx';
import { HomeLink } from './home-link.tsx';
import { MessageHistory } from './message-history.tsx';
import styles from './top-bar.module.css';

/** The top bar, 80 high: drawer button or logo, crumb, theme switch, avatar. */
export function TopBar({ drawer }: { drawer?: { isOpen: boolean; onToggle: () => void } }) {
  const t = useTexts(shellTexts);
  return (
    <header className={styles['bar']} data-top-bar>
      {drawer ? (
        <IconButton
          label={t(drawer.isOpen ? 'closeDrawer' : 'openDrawer')}
          aria-expanded={drawer.isOpen}
          className={styles['toggle']}
          onClick={drawer.onToggle}
        >
          {drawer.isOpen ? <PanelLeft size={20} /> : <PanelLeftOpen size={20} />}
        </IconButton>
      ) : (
        <HomeLink isOpen />
      )}
      <Crumb />
      <div className={styles['end']}>
        <DemoChip />
        <MessageHistory />
        <JumpButton />
        <ThemeSwitch />
        <WorkspaceSwitcher />
        <AvatarMenu />
      </div>
    </header>
  );
}

/** Section and page; of a page below another, the way back up and its own name. */
function Crumb() {
  const t = useTexts(shellTexts);
  const page = useTexts(pageTexts);
  const { pathname } = useLocation();
  const title = usePageTitleStore((shown) => (shown.path === pathname ? shown.title : ''));
  const place = findInMenu(pathname);
  if (!place) return null;
  const isBelow = pathname !== place.entry.path && title !== '' && title !== page(place.entry.name);
  return (
    <p className={styles['crumb']}>
      <span className="visually-hidden">{t('crumb')}: </span>
      <span>
        {isBelow ? <Link to={place.entry.path}>{page(place.entry.name)}</Link> : t(place.section.id)}
      </span>
      <span aria-hidden="true">/</span>
      <strong>{isBelow ? title : page(place.entry.name)}</strong>
    </p>
  );
}
