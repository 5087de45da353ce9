import { useQueryClient } from '@tanstack/react-query';
import { readIntakeRoom } from '@tendril/contract/api/document-files';
import { createDocumentStore, deleteDocumentStore, saveLoader } from '@tendril/contract/api/document-stores';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../kit/api/call.ts';
import { enqueueSnackbar, notify, notifyError } from '../../../kit/state/notifier-store.ts';
import { knowledgeFileTexts } from '../../../kit/texts/en/knowledge-files.ts';
import { say } from '../../../kit/texts/texts.ts';
import type { Dropped } from '../files/dropped-files.ts';
import type { FilesPlace } from '../files/files.queries.ts';
import { type SentFiles, sendFiles } from '../files/send-files.ts';
import { usualSplitter } from '../source-settings.ts';
import { storePath } from '../store-paths.ts';
import { componentsQuery, storeQuery, storesKey } from '../stores.queries.ts';
import { type IntakePlan, planIntake } from './plan-intake.ts';

/** Reads files of every kind, each a row of its own. */
const fileLoader = 'fileLoader';
const longestName = 200;

/** Where the files of a folder go: to a store that is there, or to a new one of this name. */
export type IntakeTarget = { storeId: string } | { name: string };

/** A folder that waits for the person's word. */
export interface AskedFolder {
  /** Its name, by which its source is known. */
  name: string;
  plan: IntakePlan;
}

/** The source that takes a folder: that of an earlier drop of it, whose files are then replaced by their paths. */
async function sourceFor(
  client: ReturnType<typeof useQueryClient>,
  storeId: string,
  name: string,
): Promise<FilesPlace> {
  const store = await client.fetchQuery(storeQuery(storeId));
  const known = store.loaders.find((one) => one.loaderId === fileLoader && one.loaderName === name);
  if (known) return { storeId, loaderId: known.id };
  const { id } = await call(saveLoader, {
    body: {
      ...usualSplitter,
      ...{ storeId, loaderId: fileLoader, loaderName: name },
      loaderConfig: { file: 'FILE-STORAGE::[]' },
    },
  });
  return { storeId, loaderId: id };
}

/** Takes folders into a store as one source with a row for each file; without a store, asks which one. */
export function useFolderIntake(storeId: string | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<AskedFolder | null>(null);
  const [progress, setProgress] = useState<{ name: string; done: number; total: number } | null>(null);

  const ask = async (dropped: Dropped) => {
    try {
      const loaders = await client.ensureQueryData(componentsQuery('loaders'));
      const plan = planIntake(dropped, loaders, await call(readIntakeRoom));
      const name = (dropped.folder ?? say(knowledgeFileTexts, 'title')).slice(0, longestName);
      setAsked({ name, plan });
    } catch (thrown) {
      notifyError(thrown);
    }
  };

  const take = async ({ name, plan: { files } }: AskedFolder, target: IntakeTarget) => {
    setAsked(null);
    const total = files.length;
    setProgress({ name, done: 0, total });
    const sum: SentFiles = { added: 0, replaced: 0, unchanged: 0, refused: [] };
    const isNew = 'name' in target;
    let into: string | undefined;
    try {
      into = isNew
        ? (await call(createDocumentStore, { body: { name: target.name, description: '' } })).id
        : target.storeId;
      const place = await sourceFor(client, into, name);
      const onSent = (done: number, last: { path: string } | undefined) =>
        setProgress({ name: last?.path ?? name, done, total });
      await sendFiles(place, { files, isUpserting: true, onSent }, sum);
      const { added, replaced, unchanged } = sum;
      notify(say(knowledgeFileTexts, 'sent', { added, replaced, unchanged }), 'success');
    } catch (thrown) {
      notifyError(thrown);
    }
    // A store of which nothing came about goes again; what was stored of a folder stays, and the next drop goes on.
    const isEmpty = sum.added + sum.replaced + sum.unchanged + sum.refused.length === 0;
    if (into !== undefined && isNew && isEmpty)
      await call(deleteDocumentStore, { params: { id: into } }).catch(notifyError);
    else if (into !== undefined && storeId === undefined) await navigate(storePath(into));
    setProgress(null);
    await client.invalidateQueries({ queryKey: storesKey });
    nameRefused(sum);
  };
  return { asked, progress, ask, take, cancel: () => setAsked(null) };
}

function nameRefused({ refused }: SentFiles): void {
  const [first] = refused;
  if (!first) return;
  const words = { count: refused.length, reason: first.message };
  enqueueSnackbar(say(knowledgeFileTexts, 'refused', words), { variant: 'error', persist: true });
}
