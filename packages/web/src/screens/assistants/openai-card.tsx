import type { Assistant } from '@tendril/contract/api/assistants';
import type { VendorDetails } from '@tendril/contract/flow/assistant-details';
import { ArrowRight, Ellipsis, Trash2 } from 'lucide-react';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { openaiTexts } from '../../kit/texts/en/assistants.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ActionMenu } from '../../kit/ui/action-menu.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Chip } from '../../kit/ui/chip.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import styles from './assistant-card.module.css';
import { useDeleteAssistant } from './assistants.queries.ts';

export interface OpenAiCardProps {
  assistant: Assistant;
  details: VendorDetails;
  onConvert: () => void;
}

/** A stored OpenAI assistant with its id, model and tools. */
export function OpenAiCard({ assistant, details, onConvert }: OpenAiCardProps) {
  const t = useTexts(openaiTexts);
  const name = details.name || t('unnamed');
  const remove = useAskToDelete(assistant.id, name);
  const toolNames = [...new Set((details.tools ?? []).map(({ type }) => type))];
  return (
    <article className={styles['card']}>
      <div className={styles['head']}>
        <h2 title={name}>{name}</h2>
        <span className={styles['acts']}>
          <ActionMenu
            label={t('more', { name })}
            actions={[
              { id: 'convert', label: t('convert'), Icon: ArrowRight, onSelect: onConvert },
              {
                id: 'delete',
                label: t('delete'),
                Icon: Trash2,
                isDanger: true,
                onSelect: () => void remove(),
              },
            ]}
            renderButton={(props) => (
              <IconButton {...props} size="small" label={t('more', { name })}>
                <Ellipsis size={16} />
              </IconButton>
            )}
          />
        </span>
      </div>
      <p className={styles[details.instructions ? 'text' : 'noText']}>
        {details.instructions || t('noInstruction')}
      </p>
      <div className={styles['foot']}>
        {details.model && <Chip label={details.model} />}
        {toolNames.map((tool) => (
          <Chip key={tool} label={tool} />
        ))}
      </div>
      <div className={styles['foot']}>
        {details.id && <code>{details.id}</code>}
        <span className={styles['end']}>
          <Button size="small" aria-label={t('convertTo', { name })} onClick={onConvert}>
            {t('convert')}
          </Button>
        </span>
      </div>
    </article>
  );
}

function useAskToDelete(id: string, name: string) {
  const t = useTexts(openaiTexts);
  const deletion = useDeleteAssistant();
  return async () => {
    const isSure = await confirm({
      title: t('delete'),
      description: t('deleteQuestion', { name }),
      confirmText: t('delete'),
      isDanger: true,
    });
    if (!isSure) return;
    deletion.mutate(id, { onSuccess: () => notify(t('deleted'), 'success'), onError: notifyError });
  };
}
