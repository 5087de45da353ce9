import { uploadFlowFiles } from '@tendril/contract/api/uploads';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { formatBytes } from '../lib/format-bytes.ts';
import { notify, notifyError } from '../state/notifier-store.ts';
import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import { hasFileType, readFiles, storedPrefix, toFileEntry, writeFiles } from './file-value.ts';

/** Files of a flow that was never saved travel inside its data, whose saves are limited to 10 MB. */
const largestInlineBytes = 5 * 1024 * 1024;

interface FileIntake {
  value: unknown;
  fileType: string | undefined;
  flowId: string | undefined;
  /** Stores files that belong to no flow. */
  sendFiles?: ((files: readonly File[]) => Promise<readonly string[]>) | undefined;
  onChange: (value: string) => void;
}

async function sendToFlow(flowId: string, files: readonly File[]) {
  const form = new FormData();
  for (const file of files) form.append('files', file, file.name);
  return (await call(uploadFlowFiles, { params: { id: flowId }, form })).names;
}

/**
 * Takes chosen files into a parameter: of a saved flow they are sent to the server at once and the value holds their
 * names; of a new one the value holds their content. Files with a wrong extension or that cannot be read are reported and left out.
 */
export function useFileIntake({ value, fileType, flowId, sendFiles, onChange }: FileIntake) {
  const t = useTexts(paramTexts);
  const [isBusy, setIsBusy] = useState(false);
  const send =
    sendFiles ?? (flowId === undefined ? undefined : (files: readonly File[]) => sendToFlow(flowId, files));

  const isTaken = (file: File): boolean => {
    if (!hasFileType(file.name, fileType)) {
      notify(t('wrongType', { name: file.name, types: fileType ?? '' }), 'warning');
      return false;
    }
    if (send === undefined && file.size > largestInlineBytes) {
      notify(t('saveForFile', { name: file.name, size: formatBytes(largestInlineBytes) }), 'warning');
      return false;
    }
    return true;
  };

  const keepInline = async (files: readonly File[]) => {
    const read = await Promise.all(files.map((file) => toFileEntry(file).catch(() => file.name)));
    for (const name of read) if (typeof name === 'string') notify(t('fileFailed', { name }), 'error');
    const entries = read.filter((entry) => typeof entry !== 'string');
    if (entries.length === 0) return;
    // Stored files and new ones have different forms: new ones take their place.
    const kept = readFiles(value).filter((file) => file.text.startsWith('data:'));
    onChange(writeFiles([...kept, ...entries]));
  };

  const keepStored = async (store: NonNullable<typeof send>, files: readonly File[]) => {
    const names = await store(files);
    const kept = readFiles(value)
      .filter((file) => file.text.startsWith(storedPrefix))
      .map((file) => file.name);
    onChange(storedPrefix + JSON.stringify([...new Set([...kept, ...names])]));
  };

  const add = async (chosen: Iterable<File>) => {
    const files = [...chosen].filter(isTaken);
    if (files.length === 0) return;
    setIsBusy(true);
    try {
      await (send === undefined ? keepInline(files) : keepStored(send, files));
    } catch (thrown) {
      notifyError(thrown);
    } finally {
      setIsBusy(false);
    }
  };
  return { add, isBusy };
}
