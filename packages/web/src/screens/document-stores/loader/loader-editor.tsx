import type { DocumentStore, StoreLoader } from '@tendril/contract/api/document-stores';
import { uploadStoreFiles } from '@tendril/contract/api/document-stores';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { useMemo } from 'react';
import { call } from '../../../kit/api/call.ts';
import { CredentialInput } from '../../../kit/params/credential-input.tsx';
import { ParamForm } from '../../../kit/params/param-form.tsx';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { PageHead } from '../../../kit/ui/page-head.tsx';
import { TextField } from '../../../kit/ui/text-field.tsx';
import { fieldErrors } from '../field-errors.ts';
import { formInputs } from '../node-inputs.ts';
import { StoreCrumb } from '../store-crumb.tsx';
import { loaderTrouble } from '../store-jobs.ts';
import { LoaderStatus } from '../store-status.tsx';
import { ChunkPreview } from './chunk-preview.tsx';
import { cutLengths } from './loader-draft.ts';
import styles from './loader-screen.module.css';
import { ReadingForm } from './reading-form.tsx';
import { SplitterForm } from './splitter-form.tsx';
import { type LoaderForm, useLoaderForm } from './use-loader-form.ts';
import { usePreview } from './use-preview.ts';

interface LoaderEditorProps {
  store: DocumentStore;
  loader: StoreLoader | undefined;
  template: NodeTemplate;
  splitters: readonly NodeTemplate[];
}

/** Left what a loader is set to, right the chunks it would give. */
export function LoaderEditor({ store, loader, template, splitters }: LoaderEditorProps) {
  const t = useTexts(knowledgeWorkTexts);
  const form = useLoaderForm({ storeId: store.id, loader, template, splitters });
  const { draft, splitter, isBusy, error } = form;
  const preview = usePreview({ storeId: store.id, template, splitter, draft });
  const overlap = cutLengths(draft.splitterConfig, splitter)?.overlap ?? 0;
  return (
    <>
      <StoreCrumb store={store} />
      <PageHead
        title={loader?.loaderName ?? template.label}
        help={template.description}
        guide="loader"
        beside={loader && <LoaderStatus loader={loader} trouble={loaderTrouble(store, loader)} />}
        actions={
          <>
            <Button isBusy={isBusy} onClick={() => form.submit(false)}>
              {t('saveOnly')}
            </Button>
            <Button look="primary" isBusy={isBusy} onClick={() => form.submit(true)}>
              {t('processNow')}
            </Button>
          </>
        }
      />
      <div className={styles['panes']}>
        <div className={styles['settings']}>
          <section className={styles['card']} aria-label={t('source')}>
            <h2>{t('source')}</h2>
            <SourceForm storeId={store.id} template={template} form={form} />
          </section>
          <section className={styles['card']} aria-label={t('split')}>
            <h2>{t('split')}</h2>
            <SplitterForm
              draft={draft}
              splitters={splitters}
              errors={fieldErrors(error, 'splitterConfig')}
              onChange={form.change}
            />
          </section>
          <details className={styles['card']} open={Object.keys(draft.reading).length > 0 || undefined}>
            <summary>{t('reading')}</summary>
            <ReadingForm storeId={store.id} template={template} draft={draft} onChange={form.change} />
          </details>
        </div>
        <ChunkPreview preview={preview} overlap={overlap} />
      </div>
    </>
  );
}

interface SourceFormProps {
  storeId: string;
  template: NodeTemplate;
  form: LoaderForm;
}

function SourceForm({ storeId, template, form }: SourceFormProps) {
  const t = useTexts(knowledgeWorkTexts);
  const { draft, change, isTried, error } = form;
  const sendFiles = useMemo(
    () => async (files: readonly File[]) => {
      const sent = new FormData();
      for (const file of files) sent.append('files', file, file.name);
      return (await call(uploadStoreFiles, { params: { id: storeId }, form: sent })).names;
    },
    [storeId],
  );
  return (
    <div className={styles['form']}>
      <TextField
        label={t('sourceName')}
        maxLength={200}
        placeholder={template.label}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <ParamForm
        inputs={formInputs(template)}
        values={draft.config}
        onChange={(changes) => change({ config: { ...draft.config, ...changes } })}
        scope={{
          nodeName: template.name,
          nodeId: template.name,
          nodeLabel: template.label,
          credential: draft.credential,
          marksMissing: isTried,
          errors: fieldErrors(error, 'loaderConfig'),
          sendFiles,
        }}
        renderCredential={(fieldId, input) => (
          <CredentialInput
            fieldId={fieldId}
            input={input}
            value={draft.credential}
            onChange={(credential) => change({ credential })}
          />
        )}
      />
    </div>
  );
}
