import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type Assistant,
  type ConversionGap,
  convertAssistant,
  previewConversion,
} from '@tendril/contract/api/assistants';
import { Check, TriangleAlert } from 'lucide-react';
import { useNavigate } from 'react-router';
import { call } from '../../kit/api/call.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { openaiTexts } from '../../kit/texts/en/assistants.ts';
import { uiTexts } from '../../kit/texts/en/ui.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { assistantPath } from './assistant-path.ts';
import { customDetailsOf, useRefreshAssistants } from './assistants.queries.ts';
import styles from './openai-assistants.module.css';

interface ConvertDialogProps {
  assistant: Assistant;
  name: string;
  onClose: () => void;
}

/** Shows what is taken along and what is not, and makes the custom assistant. */
export function ConvertDialog({ assistant, name, onClose }: ConvertDialogProps) {
  const t = useTexts(openaiTexts);
  const ui = useTexts(uiTexts);
  const navigate = useNavigate();
  const refresh = useRefreshAssistants();
  const params = { id: assistant.id };
  const preview = useQuery({
    queryKey: ['assistant-conversion', assistant.id],
    queryFn: ({ signal }) => call(previewConversion, { params, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const convert = useMutation({
    mutationFn: () => call(convertAssistant, { params }),
    onSuccess: async (made) => {
      await refresh();
      notify(t('converted'), 'success');
      await navigate(assistantPath(made.assistant.id));
    },
  });
  return (
    <Dialog
      isOpen
      title={t('convertTitle', { name })}
      width={600}
      isBusy={convert.isPending}
      onClose={onClose}
      onSubmit={() => preview.data && convert.mutate()}
      actions={
        <>
          <Button onClick={onClose}>{ui('cancel')}</Button>
          <Button type="submit" look="primary" isBusy={convert.isPending} disabled={!preview.data}>
            {t('convertNow')}
          </Button>
        </>
      }
    >
      <p>{t('convertHelp')}</p>
      {convert.error && (
        <p role="alert" className={styles['problem']}>
          {toMessage(convert.error)}
        </p>
      )}
      {preview.isPending && <SkeletonList shape="rows" count={3} />}
      {preview.error && (
        <ErrorState title={t('previewFailed')} error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {preview.data && <Preview {...preview.data} />}
    </Dialog>
  );
}

function Preview({ details, tools, gaps }: { details: string; tools: string[]; gaps: ConversionGap[] }) {
  const t = useTexts(openaiTexts);
  const { chatModel, instruction } = customDetailsOf({ details });
  const model = String(chatModel?.inputs?.['modelName'] ?? '');
  return (
    <>
      <h3 className={styles['listTitle']}>{t('taken')}</h3>
      <ul className={styles['list']} data-tone="good">
        {model && <Line text={t('takenModel', { model })} isGood />}
        {instruction && <Line text={t('takenInstruction')} isGood />}
        {tools.map((name) => (
          <Line key={name} text={t('takenTool', { name })} isGood />
        ))}
      </ul>
      <h3 className={styles['listTitle']}>{t('left')}</h3>
      {gaps.length === 0 && <p>{t('leftNothing')}</p>}
      <ul className={styles['list']}>
        {gaps.map((gap) => (
          <Line key={`${gap.kind} ${gap.name}`} text={gapWords(gap, t)} />
        ))}
      </ul>
    </>
  );
}

function Line({ text, isGood = false }: { text: string; isGood?: boolean }) {
  const Icon = isGood ? Check : TriangleAlert;
  return (
    <li data-good={isGood || undefined}>
      <Icon size={16} aria-hidden />
      <span>{text}</span>
    </li>
  );
}

type Say = ReturnType<
  typeof useTexts<typeof openaiTexts extends { readonly keys?: infer K extends string } ? K : never>
>;

function gapWords({ kind, name }: ConversionGap, t: Say): string {
  if (kind === 'fileSearch' && name !== '') return t('gap_fileSearchNamed', { name });
  return t(`gap_${kind}`, { name });
}
