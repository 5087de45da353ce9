import { ChevronLeft } from 'lucide-react';
import { Link } from 'react-router';
import styles from './crumb.module.css';

interface CrumbProps {
  /** What it is called for those who do not see it. */
  label: string;
  to: string;
  name: string;
}

/** The way back from a page to the one above it; it stands before the page's head. */
export function Crumb({ label, to, name }: CrumbProps) {
  return (
    <nav className={styles['crumb']} aria-label={label}>
      <ChevronLeft size={14} aria-hidden="true" />
      <Link to={to}>{name}</Link>
    </nav>
  );
}
