import { ArrowRight, FileDown } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import styles from './import-strip.module.css';

/** For users who already have flows: import a file, or choose a template. */
export function ImportStrip({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const t = useTexts(flowsTexts);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className={styles['strip']}>
      <FileDown size={20} aria-hidden />
      <p>
        <strong>{t('importQuestion')}</strong> {t('importHelp')}
      </p>
      <Button size="small" onClick={() => picker.current?.click()}>
        {t('importChoose')}
      </Button>
      <Link to="/marketplaces" className={styles['link']}>
        {t('browseTemplates')}
        <ArrowRight size={16} aria-hidden />
      </Link>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept=".json,application/json"
        aria-label={t('importChoose')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
