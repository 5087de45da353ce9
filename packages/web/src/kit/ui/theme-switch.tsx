import { Moon, Sun } from 'lucide-react';
import { switchTheme } from '../api/save-theme.ts';
import { useDisplay } from '../state/display-store.ts';
import { shellTexts } from '../texts/en/shell.ts';
import { useTexts } from '../texts/texts.ts';
import styles from './theme-switch.module.css';

/** The dark-mode switch, 52 by 28. */
export function ThemeSwitch() {
  const t = useTexts(shellTexts);
  const isDarkMode = useDisplay((display) => display.isDarkMode);
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isDarkMode}
      aria-label={t('darkMode')}
      title={t('darkMode')}
      className={styles['switch']}
      onClick={switchTheme}
    >
      <span className={styles['knob']}>{isDarkMode ? <Moon size={14} /> : <Sun size={14} />}</span>
    </button>
  );
}
