import type { Assistant } from '@tendril/contract/api/assistants';
import type { VendorDetails } from '@tendril/contract/flow/assistant-details';
import { ArrowRight, Trash2 } from 'lucide-react';
import cardStyles from '../../kit/lists/list-card.module.css';
import { ListCard } from '../../kit/lists/list-card.tsx';
import { MoreMenu } from '../../kit/lists/more-menu.tsx';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { openaiTexts } from '../../kit/texts/en/assistants.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { MenuAction } from '../../kit/ui/action-menu.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { Chip } from '../../kit/ui/chip.tsx';
import { useDeleteAssistant } from './assistants.queries.ts';
import styles from './openai-assistants.module.css';

interface OpenAiCardProps {
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
  const actions: MenuAction[] = [
    { id: 'convert', label: t('convert'), Icon: ArrowRight, onSelect: onConvert },
    {
      id: 'delete',
      label: t('delete'),
      Icon: Trash2,
      needs: 'assistants:edit',
      isDanger: true,
      onSelect: () => void remove(),
    },
  ];
  return (
    <ListCard
      title={name}
      acts={<MoreMenu name={name} actions={actions} />}
      text={details.instructions ?? ''}
      noText={t('noInstruction')}
      made={
        <span className={cardStyles['tags']}>
          {details.model && <Chip label={details.model} />}
          {toolNames.map((tool) => (
            <Chip key={tool} label={tool} />
          ))}
        </span>
      }
      foot={
        <>
          {details.id && <code className={styles['id']}>{details.id}</code>}
          <span className={cardStyles['end']}>
            <Button size="small" aria-label={t('convertTo', { name })} onClick={onConvert}>
              {t('convert')}
            </Button>
          </span>
        </>
      }
    />
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
