import { useQueryClient } from '@tanstack/react-query';
import { refreshDocumentStore } from '@tendril/contract/api/document-store-vectors';
import {
  createDocumentStore,
  deleteDocumentStore,
  saveLoader,
  uploadStoreFiles,
} from '@tendril/contract/api/document-stores';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../kit/api/call.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { enqueueSnackbar, notifyError } from '../../kit/state/notifier-store.ts';
import { knowledgeTexts } from '../../kit/texts/en/knowledge.ts';
import { sampleHandbook } from '../../kit/texts/en/sample-handbook.ts';
import { say } from '../../kit/texts/texts.ts';
import type { Dropped } from './files/dropped-files.ts';
import { useFolderIntake } from './folder/use-folder-intake.ts';
import {
  fileInputOf,
  loaderForFile,
  nameOfAddress,
  type SourceSettings,
  stemOf,
  usualSplitter,
} from './source-settings.ts';
import { storePath } from './store-paths.ts';
import { componentsQuery, type StoreWords, storesKey } from './stores.queries.ts';

/** One thing to take in: its settings are known once its file is stored. */
interface NewSource {
  name: string;
  settle: (storeId: string) => Promise<SourceSettings>;
}

/** How far the intake is; null while nothing is taken. */
interface IntakeProgress {
  /** The name of the current item; '' while the jobs are started. */
  name: string;
  done: number;
  total: number;
}

const showError = (message: string) => enqueueSnackbar(message, { variant: 'error', persist: true });

async function saveSources(
  storeId: string,
  sources: readonly NewSource[],
  report: (progress: IntakeProgress) => void,
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, { name, settle }] of sources.entries()) {
    report({ name, done: index + 1, total: sources.length });
    try {
      const body = { ...(await settle(storeId)), storeId };
      ids.push((await call(saveLoader, { body })).id);
    } catch (thrown) {
      showError(say(knowledgeTexts, 'fileRefused', { name, reason: toMessage(thrown) }));
    }
  }
  return ids;
}

async function sendFile(storeId: string, file: File): Promise<string> {
  const form = new FormData();
  form.append('files', file, file.name);
  return (await call(uploadStoreFiles, { params: { id: storeId }, form })).value;
}

/**
 * Takes files, an address or the sample into a store, and starts to load, split and embed them. Without a store, one
 * is made and opened; it goes again when nothing could be taken.
 */
export function useSourceIntake(storeId?: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [own, setProgress] = useState<IntakeProgress | null>(null);
  const folder = useFolderIntake(storeId);
  const progress = own ?? folder.progress;

  const take = async (words: StoreWords, sources: readonly NewSource[]) => {
    if (progress !== null || sources.length === 0) return;
    setProgress({ name: sources[0]?.name ?? '', done: 1, total: sources.length });
    try {
      const id = storeId ?? (await call(createDocumentStore, { body: words })).id;
      const ids = await saveSources(id, sources, setProgress);
      if (ids.length === 0) {
        if (storeId === undefined) await call(deleteDocumentStore, { params: { id } });
        return;
      }
      setProgress({ name: '', done: ids.length, total: ids.length });
      const items = ids.map((docId) => ({ docId }));
      await call(refreshDocumentStore, { params: { id }, query: { wait: 'false' }, body: { items } });
      if (storeId === undefined) await navigate(storePath(id));
    } catch (thrown) {
      notifyError(thrown);
    } finally {
      setProgress(null);
      await client.invalidateQueries({ queryKey: storesKey });
    }
  };

  const takeFiles = async (files: readonly File[]) => {
    const loaders = await client.ensureQueryData(componentsQuery('loaders')).catch(notifyError);
    if (!Array.isArray(loaders)) return;
    const sources = files.flatMap((file): NewSource[] => {
      const loader = loaderForFile(file.name, loaders);
      const input = loader && fileInputOf(loader);
      if (!loader || !input) {
        showError(say(knowledgeTexts, 'unreadable', { name: file.name }));
        return [];
      }
      const settle = async (id: string) => ({
        ...usualSplitter,
        loaderId: loader.name,
        loaderName: file.name.slice(0, 200),
        loaderConfig: { [input.name]: await sendFile(id, file) },
      });
      return [{ name: file.name, settle }];
    });
    const [first, ...others] = sources;
    const stem = stemOf(first?.name ?? '');
    const name =
      others.length === 0 ? stem : say(knowledgeTexts, 'andMore', { name: stem, count: others.length });
    await take({ name: name.slice(0, 200), description: '' }, sources);
  };

  const takeAddress = (address: string) => {
    const url = address.trim();
    const name = nameOfAddress(url);
    const loaderId = 'cheerioWebScraper';
    const settings = { ...usualSplitter, loaderId, loaderName: name, loaderConfig: { url } };
    return take({ name, description: url.slice(0, 4000) }, [{ name: url, settle: async () => settings }]);
  };

  const takeSample = () => {
    const name = say(knowledgeTexts, 'sampleName');
    const settings = {
      loaderId: 'plainText',
      loaderName: name,
      loaderConfig: { text: sampleHandbook },
      splitterId: 'recursiveCharacterTextSplitter',
      // Short chunks: each holds one subject, and the sample shows what cutting does.
      splitterConfig: { chunkSize: 500, chunkOverlap: 60 },
    };
    return take({ name, description: say(knowledgeTexts, 'sampleDescription') }, [
      { name, settle: async () => settings },
    ]);
  };

  /** Files become sources, a folder becomes one. */
  const takeDropped = (dropped: Dropped) =>
    dropped.folder === undefined ? takeFiles(dropped.files.map(({ file }) => file)) : folder.ask(dropped);

  return { storeId, progress, folder, takeFiles, takeDropped, takeAddress, takeSample };
}

export type SourceIntake = ReturnType<typeof useSourceIntake>;
