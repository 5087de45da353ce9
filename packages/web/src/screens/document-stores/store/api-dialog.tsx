import { useQuery } from '@tanstack/react-query';
import { readStoreConfigs } from '@tendril/contract/api/document-store-vectors';
import type { DocumentStore, StoreLoader } from '@tendril/contract/api/document-stores';
import { CodeBlock } from '../../../features/share/code-block.tsx';
import { studioOrigin } from '../../../kit/api/address.ts';
import { call } from '../../../kit/api/call.ts';
import { knowledgeTexts } from '../../../kit/texts/en/knowledge.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { ErrorState } from '../../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../../kit/ui/skeleton-list.tsx';
import tableStyles from '../table.module.css';
import { storeCall } from './api-samples.ts';

interface ApiDialogProps {
  store: DocumentStore;
  /** Given: the calls are about this source. */
  loader?: StoreLoader;
  onClose: () => void;
}

/** How a program fills, renews and asks a store. */
export function ApiDialog({ store, loader, onClose }: ApiDialogProps) {
  const t = useTexts(knowledgeTexts);
  return (
    <Dialog
      isOpen
      title={t('apiTitle', { name: loader?.loaderName ?? store.name })}
      width={760}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <p>{t('apiHelp')}</p>
      {loader ? <LoaderCalls store={store} loader={loader} /> : <StoreCalls store={store} />}
    </Dialog>
  );
}

function StoreCalls({ store: { id } }: { store: DocumentStore }) {
  const t = useTexts(knowledgeTexts);
  const origin = studioOrigin();
  const asked = { storeId: id, query: 'When are you open?', topK: 4 };
  const text = { loader: { name: 'plainText', config: { text: 'Open on Sunday.' } } };
  return (
    <>
      <CodeBlock title={t('apiQuery')} code={storeCall({ origin, path: 'vectorstore/query', body: asked })} />
      <CodeBlock
        title={t('apiUpsertFile')}
        help={t('apiUpsertFileHelp')}
        code={storeCall({ origin, path: `upsert/${id}`, form: [['files', '@handbook.pdf']] })}
      />
      <CodeBlock title={t('apiUpsertText')} code={storeCall({ origin, path: `upsert/${id}`, body: text })} />
      <CodeBlock title={t('apiRefresh')} code={storeCall({ origin, path: `refresh/${id}`, body: {} })} />
    </>
  );
}

function LoaderCalls({ store, loader }: { store: DocumentStore; loader: StoreLoader }) {
  const t = useTexts(knowledgeTexts);
  const origin = studioOrigin();
  const path = `upsert/${store.id}`;
  const params = { id: store.id, loaderId: loader.id };
  const { data, error, refetch } = useQuery({
    queryKey: ['document-store-configs', params],
    queryFn: ({ signal }) => call(readStoreConfigs, { params, signal }),
  });
  const form: [string, string][] = [
    ['files', '@handbook.pdf'],
    ['docId', loader.id],
    ['replaceExisting', 'true'],
  ];
  const again =
    loader.files.length > 0
      ? storeCall({ origin, path, form })
      : storeCall({ origin, path, body: { docId: loader.id, replaceExisting: true } });
  return (
    <>
      <CodeBlock title={t('apiUpsertAgain')} help={t('apiUpsertAgainHelp')} code={again} />
      {error && !data && (
        <ErrorState title={t('apiFieldsFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <SkeletonList count={3} />}
      {data && <FieldTable rows={data} />}
    </>
  );
}

interface FieldRow {
  name: string;
  label: string;
  type: string;
  node: string;
  nodeName: string;
}

function FieldTable({ rows }: { rows: readonly FieldRow[] }) {
  const t = useTexts(knowledgeTexts);
  return (
    <section aria-label={t('apiFields')}>
      <h3 className={tableStyles['caption']}>{t('apiFields')}</h3>
      <div className={tableStyles['scroll']}>
        <table className={tableStyles['dense']}>
          <thead>
            <tr>
              <th>{t('apiPlace')}</th>
              <th>{t('apiNode')}</th>
              <th>{t('apiField')}</th>
              <th>{t('apiType')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ node, nodeName, name, label, type }) => (
              <tr key={`${node}.${name}`}>
                <td>{node}</td>
                <td>
                  <code>{nodeName}</code>
                </td>
                <td title={label}>
                  <code>{name}</code>
                </td>
                <td>{type}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
