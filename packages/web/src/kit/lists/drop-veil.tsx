import { FileDown } from 'lucide-react';
import styles from './drop-veil.module.css';

/** Lies over the page while files are held above it. */
export function DropVeil({ text }: { text: string }) {
  return (
    <div className={styles['redact']}>
      <p>
        <FileDown size={28} />
        {text}
      </p>
    </div>
  );
}
