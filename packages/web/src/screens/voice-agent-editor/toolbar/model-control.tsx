import { type LlmOptionId, llmOptions } from '@tendril/contract/voice/llm-options';
import { Settings2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { voiceEditorTexts } from '../../../kit/texts/en/voice-editor.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { useLlmField, useLlmSession } from '../llm/use-llm-session.ts';
import { PickList } from './pick-list.tsx';
import styles from './toolbar.module.css';

const LlmDialog = lazy(() => import('./llm-dialog.tsx').then((module) => ({ default: module.LlmDialog })));

const providerOf = (model: LlmOptionId) => llmOptions.find(({ id }) => id === model)?.provider;

/** The model with its price per minute, and the LLM settings beside it. */
export function ModelControl({ isIdle }: { isIdle: boolean }) {
  const t = useTexts(voiceEditorTexts);
  const session = useLlmSession();
  const model = useLlmField('model');
  const secret = useLlmField('credentialId');
  const [isOpen, setOpen] = useState(false);
  const choose = (next: LlmOptionId) => {
    const isOtherVendor = providerOf(next) !== providerOf(model);
    // A key of another vendor opens nothing here.
    const isLeft = isOtherVendor && secret !== null && secret !== 'demo';
    session.change({ model: next, ...(isLeft && { credentialId: null }) });
  };
  return (
    <div className={styles['joined']} data-idle={isIdle || undefined}>
      <PickList
        label={t('model')}
        options={llmOptions.map(({ id, label, usdPerMinute }) => ({
          value: id,
          label,
          aside: t('modelPrice', { price: usdPerMinute }),
        }))}
        value={model}
        hint={isIdle ? t('modelIdle') : undefined}
        onChange={choose}
      />
      <IconButton label={t('llmSettings')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Settings2 size={18} />
      </IconButton>
      {isOpen && (
        <Suspense>
          <LlmDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
