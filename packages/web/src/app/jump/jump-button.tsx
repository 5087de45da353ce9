import { Search } from 'lucide-react';
import { platformOf } from '../../kit/lib/platform.ts';
import { jumpTexts } from '../../kit/texts/en/jump.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './jump.module.css';
import { openJump } from './jump-store.ts';

/** The field-like button of the top bar that opens the search over everything. */
export function JumpButton() {
  const t = useTexts(jumpTexts);
  return (
    <button type="button" className={styles['button']} aria-keyshortcuts="Control+K" onClick={openJump}>
      <Search size={18} aria-hidden="true" />
      <span>{t('open')}</span>
      <kbd>{platformOf(navigator.userAgent) === 'macos' ? '⌘ K' : 'Ctrl K'}</kbd>
    </button>
  );
}
