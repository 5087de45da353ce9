import { FileDown } from 'lucide-react';
import { useRef } from 'react';
import { flowsTexts } from '../../kit/texts/en/flows.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './drop-tile.module.css';
import { useImportFlow } from './use-import-flow.ts';

/** The last cell of the cards: a flow file can be dropped anywhere on the page; a press chooses one. */
export function DropTile() {
  const t = useTexts(flowsTexts);
  const picker = useRef<HTMLInputElement>(null);
  const { importFiles } = useImportFlow({ isListening: false });
  return (
    <>
      <button type="button" className={styles['tile']} onClick={() => picker.current?.click()}>
        <FileDown size={20} aria-hidden="true" />
        <strong>{t('dropHere')}</strong>
        <span>{t('dropHereHelp')}</span>
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept=".json,application/json"
        aria-label={t('dropHere')}
        onChange={(event) => {
          void importFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}
