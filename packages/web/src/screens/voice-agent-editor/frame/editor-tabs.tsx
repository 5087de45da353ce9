import { type KeyboardEvent, useRef } from 'react';
import { voiceEditorTexts } from '../../../kit/texts/en/voice-editor.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import styles from './editor-header.module.css';
import { type EditorTab, editorTabs } from './use-editor-tab.ts';

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** The tabs Create and Simulation; arrow keys go from one to the other. */
export function EditorTabs({ tab, onTab }: { tab: EditorTab; onTab: (tab: EditorTab) => void }) {
  const t = useTexts(voiceEditorTexts);
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const place = (editorTabs.indexOf(tab) + step + editorTabs.length) % editorTabs.length;
    onTab(editorTabs[place] ?? 'create');
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[place]?.focus();
  };
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
