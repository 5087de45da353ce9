import { Link } from 'react-router';
import { useDisplay } from '../../kit/state/display-store.ts';
import { defaultPath } from '../../kit/state/session-store.ts';
import { shellTexts } from '../../kit/texts/en/shell.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Logo } from '../../kit/theme/logo.tsx';
import styles from './home-link.module.css';

/** The logo, which leads to the flows; small above the closed drawer. */
export function HomeLink({ isOpen }: { isOpen: boolean }) {
  const t = useTexts(shellTexts);
  const isDarkMode = useDisplay((display) => display.isDarkMode);
  return (
    <Link to={defaultPath} aria-label={t('home')} className={styles[isOpen ? 'wide' : 'small'] ?? ''}>
      <Logo isOpen={isOpen} isDarkMode={isDarkMode} />
    </Link>
  );
}
