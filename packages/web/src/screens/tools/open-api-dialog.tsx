import type { Answer, SentBody } from '@tendril/contract/api/endpoint';
import type { readOpenApi } from '@tendril/contract/api/tool-imports';
import { useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { OpenApiSource, type SourceText } from './open-api-source.tsx';
import { OperationList } from './operation-list.tsx';
import { useImportTools, useReadOpenApi } from './tools.queries.ts';

type Offered = Answer<typeof readOpenApi>;
type Question = SentBody<typeof readOpenApi>;

/** Makes tools from the operations of an API description: first the description, then which of them. */
export function OpenApiDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(toolsTexts);
  const [source, setSource] = useState<SourceText>({ kind: 'url', url: '', text: '' });
  const [offered, setOffered] = useState<Offered>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const read = useReadOpenApi();
  const store = useImportTools();
  const ask = (baseUrl?: string) => {
    const question: Question = source.kind === 'url' ? { url: source.url.trim() } : { text: source.text };
    read.mutate({ ...question, ...(baseUrl && { baseUrl }) }, { onSuccess: setOffered });
  };
  const add = () => {
    const tools = offered?.operations
      .filter(({ name }) => chosen.has(name))
      .map(({ name, description, schema, func }) => ({ name, description, schema, func, color: '#1d64c8' }));
    if (!tools || tools.length === 0) return;
    store.mutate(tools, {
      onSuccess: (added) => {
        notify(t('addedMany', { count: added.length }), 'success');
        onClose();
      },
      onError: notifyError,
    });
  };
  const isBusy = read.isPending || store.isPending;
  const isEmpty = (source.kind === 'url' ? source.url : source.text).trim() === '';
  return (
    <Dialog
      isOpen
      title={offered ? `${offered.title} ${offered.version}`.trim() : t('openApiTitle')}
      width={760}
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => (offered ? add() : ask())}
      actions={
        offered ? (
          <>
            <Button onClick={() => setOffered(undefined)}>{t('back')}</Button>
            <Button
              look="primary"
              type="submit"
              isBusy={store.isPending}
              disabled={chosen.size === 0 || offered.baseUrl === ''}
            >
              {t('addChosen', { count: chosen.size })}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button look="primary" type="submit" isBusy={read.isPending} disabled={isEmpty}>
              {t('read')}
            </Button>
          </>
        )
      }
    >
      {offered ? (
        <OperationList
          offered={offered}
          chosen={chosen}
          onChoose={setChosen}
          onServer={ask}
          problem={read.error ? toMessage(read.error) : ''}
          isBusy={read.isPending}
        />
      ) : (
        <OpenApiSource
          source={source}
          onChange={(next) => {
            setSource(next);
            setChosen(new Set());
            read.reset();
          }}
          problem={read.error ? toMessage(read.error) : undefined}
        />
      )}
    </Dialog>
  );
}
