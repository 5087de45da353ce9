import { FileDown } from 'lucide-react';
import styles from './drop-overlay.module.css';

/** Overlays the page while files are dragged over it. */
export function DropOverlay({ text }: { text: string }) {
  return (
    <div className={styles['overlay']}>
      <p>
        <FileDown size={28} />
        {text}
      </p>
    </div>
  );
}
