import { type ReactElement, useRef, useState } from 'react';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { voiceAgentsTexts } from '../../kit/texts/en/voice-agents.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import styles from './new-agent-dialog.module.css';
import { useImportAgent } from './voice-agents.queries.ts';

interface ImportAgentProps {
  onImported: (id: string) => void;
  renderButton: (choose: () => void, isBusy: boolean) => ReactElement;
}

interface Notes {
  name: string;
  notes: string[];
}

/** Creates an agent from a Tendril or Retell file, and reports what could not be imported. */
export function ImportAgent({ onImported, renderButton }: ImportAgentProps) {
  const t = useTexts(voiceAgentsTexts);
  const picker = useRef<HTMLInputElement>(null);
  const [notice, setNotice] = useState<Notes | null>(null);
  const send = useImportAgent();
  const take = async (file: File) => {
    try {
      const data = readAgentFile(await file.text());
      if (data === undefined) throw new Error(t('notJson', { file: file.name }));
      if (data === null) throw new Error(t('notObject', { file: file.name }));
      const { data: agent, notes } = await send.mutateAsync(data);
      onImported(agent.id);
      if (notes.length > 0) setNotice({ name: agent.agentName, notes });
      else notify(t('imported', { name: agent.agentName }), 'success');
    } catch (thrown) {
      notifyError(thrown);
    }
  };
  return (
    <>
      {renderButton(() => picker.current?.click(), send.isPending)}
      <input
        ref={picker}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={t('importFile')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void take(file);
          event.target.value = '';
        }}
      />
      {notice && (
        <Dialog
          isOpen
          title={t('importedTitle', { name: notice.name })}
          onClose={() => setNotice(null)}
          actions={<Button onClick={() => setNotice(null)}>{t('done')}</Button>}
        >
          <p>{t('importNotes')}</p>
          <ul className={styles['notes']}>
            {notice.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

/** The object that a file holds; null for JSON of another shape, undefined when it is no JSON. */
function readAgentFile(text: string): Record<string, unknown> | null | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return undefined;
  }
}
