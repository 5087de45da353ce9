import { builtInVectorStore } from '@tendril/contract/api/document-store-vectors';
import type { DocumentStore } from '@tendril/contract/api/document-stores';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { useState } from 'react';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { fieldErrors } from '../field-errors.ts';
import { missingFields } from '../node-inputs.ts';
import { LocalModel } from './local-model.tsx';
import { NodePick } from './node-pick.tsx';
import { OutsideList } from './outside-list.tsx';
import { StoreTest } from './store-test.tsx';
import { UpsertReport } from './upsert-report.tsx';
import { useVectorForm } from './use-vector-form.ts';
import type { PickedNode } from './vector-draft.ts';
import styles from './vector-screen.module.css';
import type { VectorChoices } from './vector-screen.tsx';

interface VectorEditorProps {
  store: DocumentStore;
  docId: string | undefined;
  choices: VectorChoices;
}

/** Three picks in a row, the upsert, and what it did. */
export function VectorEditor({ store, docId, choices }: VectorEditorProps) {
  const t = useTexts(knowledgeWorkTexts);
  const form = useVectorForm(store, docId);
  const [isTried, setTried] = useState(false);
  const { picks, pick, error } = form;
  const isMissing =
    lacks(choices.embeddings, picks.embedding) || lacks(choices.vectorStores, picks.vectorStore);
  const isFirstUse = store.loaders.every(({ vectorStatus }) => vectorStatus === 'NONE');
  const attempt = (act: () => void) => () => {
    setTried(true);
    if (!isMissing) act();
  };
  const isElsewhere = picks.vectorStore.name !== builtInVectorStore;
  const shared = { isTried, onChange: pick };
  return (
    <>
      <div className={styles['picks']}>
        <NodePick
          {...shared}
          place="embedding"
          picked={picks.embedding}
          choices={choices.embeddings}
          errors={fieldErrors(error, 'embeddingConfig')}
          warning={form.isOtherEmbedding && !isFirstUse ? t('otherEmbeddings') : undefined}
        >
          {picks.embedding.name === 'localEmbeddings' && (
            <LocalModel name={String(picks.embedding.config['modelName'] ?? '')} />
          )}
        </NodePick>
        <NodePick
          {...shared}
          place="vectorStore"
          picked={picks.vectorStore}
          choices={choices.vectorStores}
          errors={fieldErrors(error, 'vectorStoreConfig')}
        >
          {isElsewhere && (
            <StoreTest
              key={picks.vectorStore.name}
              storeId={store.id}
              vectorStore={picks.vectorStore}
              embedding={picks.embedding}
              onTry={() => {
                setTried(true);
                return !isMissing;
              }}
            />
          )}
        </NodePick>
        <NodePick
          {...shared}
          place="recordManager"
          picked={picks.recordManager}
          choices={choices.recordManagers}
          errors={fieldErrors(error, 'recordManagerConfig')}
        />
      </div>
      <div className={styles['acts']}>
        <p>
          {form.chunks === 0
            ? t('upsertNothing')
            : t('upsertHelp', { count: form.chunks, shown: form.chunks.toLocaleString('en-US') })}
        </p>
        <Button isBusy={form.isSaving} onClick={attempt(form.save)}>
          {t('saveConfig')}
        </Button>
        <Button
          look="primary"
          isBusy={form.isStarting || form.running !== undefined}
          disabled={form.chunks === 0}
          onClick={attempt(form.upsert)}
        >
          {t('upsert')}
        </Button>
      </div>
      <OutsideList storeId={store.id} />
      <UpsertReport store={store} docId={docId} running={form.running} onRetry={form.upsert} />
    </>
  );
}

/** Whether a field that has to be filled is empty. */
function lacks(choices: readonly NodeTemplate[], { name, config }: PickedNode): boolean {
  const template = choices.find((one) => one.name === name);
  return !template || missingFields(template, config).length > 0;
}
