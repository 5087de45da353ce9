import type { UsedTool } from '@tendril/contract/provider/answer';
import { CircleX, Wrench } from 'lucide-react';
import { useState } from 'react';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ValueView } from '../runs/value-view.tsx';
import styles from './answer.module.css';

/** The tools an answer used; each opens what it was given and what it gave. */
export function ToolChips({ tools }: { tools: readonly UsedTool[] }) {
  const t = useTexts(chatTexts);
  const [shown, setShown] = useState<UsedTool>();
  const [isOpen, setOpen] = useState(false);
  const open = (tool: UsedTool) => {
    setShown(tool);
    setOpen(true);
  };
  return (
    <>
      <ul className={styles['chips']} aria-label={t('tools')}>
        {tools.map((tool, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a call has no id and keeps its place
          <li key={index}>
            <button
              type="button"
              className={styles['chip']}
              data-failed={tool.error !== undefined || undefined}
              onClick={() => open(tool)}
            >
              {tool.error === undefined ? <Wrench size={14} /> : <CircleX size={14} />}
              {tool.error === undefined ? tool.tool : t('toolFailed', { name: tool.tool })}
            </button>
          </li>
        ))}
      </ul>
      {shown && (
        <Dialog isOpen={isOpen} title={shown.tool} width={640} onClose={() => setOpen(false)}>
          {shown.error !== undefined && <ValueView label={t('toolError')} value={shown.error} />}
          <ValueView label={t('toolInput')} value={shown.toolInput} />
          <ValueView label={t('toolOutput')} value={shown.toolOutput} />
        </Dialog>
      )}
    </>
  );
}
