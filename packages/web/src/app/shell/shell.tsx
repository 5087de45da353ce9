import Modal from '@mui/material/Modal';
import { Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { ImportHost } from '../../features/export-import/import-host.tsx';
import { WorkspaceHost } from '../../features/workspace/workspace-host.tsx';
import { useIsNarrowWindow } from '../../kit/lib/use-is-narrow-window.ts';
import { setMenu, useDisplay } from '../../kit/state/display-store.ts';
import { shellTexts } from '../../kit/texts/en/shell.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { loadCanvas } from '../load-canvas.ts';
import { Drawer } from './drawer.tsx';
import { LimitBar } from './limit-bar.tsx';
import { loadCanvasAhead } from './load-canvas-ahead.ts';
import { OfflineBar } from './offline-bar.tsx';
import styles from './shell.module.css';
import { TopBar } from './top-bar.tsx';
import { TopMenu } from './top-menu.tsx';

/** The frame of the protected pages: drawer or top menu, top bar and the sheet on which a page stands. */
export function Shell() {
  const t = useTexts(shellTexts);
  const isWindowNarrow = useIsNarrowWindow();
  const isDrawerOpen = useDisplay((display) => display.isDrawerOpen);
  const isHorizontal = useDisplay((display) => display.isHorizontal);
  const drawer = useOverlayDrawer();
  useEffect(() => loadCanvasAhead(loadCanvas), []);
  const isOpen = isWindowNarrow ? drawer.isOpen : isDrawerOpen;
  const toggle = () => (isWindowNarrow ? drawer.toggle() : setMenu(!isDrawerOpen));
  // A row of all pages needs a wide window; in a narrow one both layouts have the drawer over the page.
  const hasTopMenu = isHorizontal && !isWindowNarrow;
  return (
    <div className={styles['shell']} data-layout={hasTopMenu ? 'horizontal' : 'vertical'}>
      <a className={styles['skip']} href="#content">
        {t('skip')}
      </a>
      <button type="button" className={styles['skip']} onClick={focusMainAct}>
        {t('skipToAct')}
      </button>
      {isWindowNarrow ? (
        <Modal open={isOpen} onClose={drawer.toggle}>
          <div className={styles['overlay']}>
            <Drawer isOpen />
          </div>
        </Modal>
      ) : (
        !hasTopMenu && <Drawer isOpen={isOpen} />
      )}
      <div className={styles['column']}>
        {hasTopMenu ? <TopBar /> : <TopBar drawer={{ isOpen, onToggle: toggle }} />}
        {hasTopMenu && <TopMenu />}
        <OfflineBar />
        <LimitBar />
        <WorkspaceHost />
        <ImportHost />
        <main id="content" tabIndex={-1} className={styles['sheet']}>
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
    </div>
  );
}

/** The one green button of a page; its heading where it has none. */
function focusMainAct(): void {
  const page = document.getElementById('content');
  (page?.querySelector<HTMLElement>('button[data-look="primary"]') ?? page?.querySelector('h1'))?.focus();
}

// In a narrow window the drawer overlays the page and closes on navigation.
function useOverlayDrawer(): { isOpen: boolean; toggle: () => void } {
  const { key } = useLocation();
  const [openOn, setOpenOn] = useState<string | null>(null);
  const isOpen = openOn === key;
  return { isOpen, toggle: () => setOpenOn(isOpen ? null : key) };
}
