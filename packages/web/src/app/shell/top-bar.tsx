import { PanelLeft, PanelLeftOpen } from 'lucide-react';
import { WorkspaceSwitcher } from '../../features/workspace/workspace-switcher.tsx';
import { shellTexts } from '../../kit/texts/en/shell.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { ThemeSwitch } from '../../kit/ui/theme-switch.tsx';
import { JumpButton } from '../jump/jump-button.tsx';
import { AvatarMenu } from './avatar-menu.tsx';
import { DemoChip } from './demo-chip.tsx';
import { HomeLink } from './home-link.tsx';
import { MessageHistory } from './message-history.tsx';
import { PlaceCrumb } from './place-crumb.tsx';
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
      <PlaceCrumb />
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
