import Drawer from '@mui/material/Drawer';
import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { uiTexts } from '../texts/en/ui.ts';
import { useTexts } from '../texts/texts.ts';
import styles from './help-drawer.module.css';
import { IconButton } from './icon-button.tsx';

interface HelpDrawerProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Sections with a heading each. */
  children: ReactNode;
}

/** Help beside a page, over dialogs too. */
export function HelpDrawer({ title, isOpen, onClose, children }: HelpDrawerProps) {
  const t = useTexts(uiTexts);
  const id = useId();
  return (
    <Drawer
      anchor="right"
      open={isOpen}
      onClose={onClose}
      className={styles['over'] ?? ''}
      slotProps={{ paper: { className: styles['paper'] ?? '', role: 'dialog', 'aria-labelledby': id } }}
    >
      <header className={styles['head']}>
        <h2 id={id}>{title}</h2>
        <IconButton label={t('close')} onClick={onClose}>
          <X size={20} />
        </IconButton>
      </header>
      <div className={styles['body']}>{children}</div>
    </Drawer>
  );
}
