import { type KeyboardEvent, useRef } from 'react';
import { workspaceTexts } from '../../kit/texts/en/workspace.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './workspace.module.css';
import type { WorkspaceTab } from './workspace-store.ts';

const tabs: readonly WorkspaceTab[] = ['profile', 'people', 'audit'];
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** The parts of the workspace dialog in a row. */
export function WorkspaceTabs({
  value,
  onChange,
}: {
  value: WorkspaceTab;
  onChange: (tab: WorkspaceTab) => void;
}) {
  const t = useTexts(workspaceTexts);
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const wanted = step && tabs[(tabs.indexOf(value) + step + tabs.length) % tabs.length];
    if (!wanted) return;
    event.preventDefault();
    onChange(wanted);
    list.current?.querySelector<HTMLElement>(`#workspace-tab-${wanted}`)?.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={t('parts')} className={styles['tabs']} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`workspace-tab-${tab}`}
          aria-selected={tab === value}
          aria-controls="workspace-panel"
          tabIndex={tab === value ? 0 : -1}
          onClick={() => onChange(tab)}
        >
          {t(tab)}
        </button>
      ))}
    </div>
  );
}
