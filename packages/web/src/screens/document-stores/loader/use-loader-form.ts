import { processLoader, type StoreLoader, saveLoader } from '@tendril/contract/api/document-stores';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../kit/api/call.ts';
import { notify, notifyError } from '../../../kit/state/notifier-store.ts';
import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { missingFields } from '../node-inputs.ts';
import { loaderPath, storePath } from '../store-paths.ts';
import { useStoreChange } from '../stores.queries.ts';
import { useLeavePrompt } from '../use-leave-prompt.ts';
import {
  cutLengths,
  cutProblem,
  type LoaderDraft,
  newDraft,
  storedDraft,
  toSettings,
} from './loader-draft.ts';

interface LoaderFormOf {
  storeId: string;
  loader: StoreLoader | undefined;
  template: NodeTemplate;
  splitters: readonly NodeTemplate[];
}

/** The edited settings of a loader, and the actions to save it. */
export function useLoaderForm({ storeId, loader, template, splitters }: LoaderFormOf) {
  const t = useTexts(knowledgeWorkTexts);
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => (loader ? storedDraft(loader) : newDraft(template)));
  const [isTried, setTried] = useState(false);
  const isDirty = useRef(false);
  useLeavePrompt(isDirty);

  const save = useStoreChange(async (isProcessed: boolean) => {
    const body = { ...toSettings(draft, template), storeId, ...(loader && { id: loader.id }) };
    const kept = await call(saveLoader, { body });
    isDirty.current = false;
    if (isProcessed) await call(processLoader, { params: { loaderId: kept.id }, body: { storeId } });
    return kept;
  });
  const splitter = splitters.find(({ name }) => name === draft.splitterId);

  const submit = (isProcessed: boolean) => {
    setTried(true);
    const missing = missingFields(template, draft.config);
    if (missing.length > 0) {
      notify(t('missing', { fields: missing.join(', ') }), 'warning');
      return;
    }
    if (cutProblem(cutLengths(draft.splitterConfig, splitter)) || save.isPending) return;
    save.mutate(isProcessed, {
      onError: notifyError,
      onSuccess: (kept) => {
        const key = isProcessed ? 'submitted' : 'savedLoader';
        notify(t(key, { name: kept.loaderName }), 'success');
        if (isProcessed) void navigate(storePath(storeId));
        else if (!loader) void navigate(loaderPath(storeId, kept.id), { replace: true });
      },
    });
  };
  return {
    draft,
    splitter,
    isTried,
    isBusy: save.isPending,
    error: save.error,
    change: (changes: Partial<LoaderDraft>) => {
      isDirty.current = true;
      setDraft((before) => ({ ...before, ...changes }));
    },
    submit,
  };
}

export type LoaderForm = ReturnType<typeof useLoaderForm>;
