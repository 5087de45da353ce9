import { voiceEditorTexts } from '../../../kit/texts/en/voice-editor.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { useTabKeys } from '../../../kit/ui/use-tab-keys.ts';
import styles from './editor-header.module.css';
import { type EditorTab, editorTabs } from './use-editor-tab.ts';

/** The tabs Create and Simulation; arrow keys go from one to the other. */
export function EditorTabs({ tab, onTab }: { tab: EditorTab; onTab: (tab: EditorTab) => void }) {
  const t = useTexts(voiceEditorTexts);
  const { list, onKeyDown } = useTabKeys(editorTabs, tab, onTab);
  return (
    <div ref={list} role="tablist" aria-label={t('views')} className={styles['tabs']} onKeyDown={onKeyDown}>
      {editorTabs.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`agent-tab-${name}`}
          aria-selected={name === tab}
          aria-controls="agent-view"
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onTab(name)}
        >
          {t(name)}
        </button>
      ))}
    </div>
  );
}
