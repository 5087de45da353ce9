import { bundleSizeHeader, type ExportSelection, exportBundle } from '@tendril/contract/api/export-import';
import { toOutgoing } from '../../kit/api/call.ts';
import { send } from '../../kit/api/send.ts';
import { serverMessage } from '../../kit/api/server-message.ts';
import { saveFile } from '../../kit/lib/save-file.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { enqueueSnackbar } from '../../kit/state/notifier-store.ts';
import { exportImportTexts } from '../../kit/texts/en/export-import.ts';
import { say } from '../../kit/texts/texts.ts';
import { safeFileName } from './safe-file-name.ts';
import { exportData, stringify } from './sanitize-bundle.ts';

const longestMs = 5 * 60 * 1000;
const indent = 2;

type Answer = Readonly<Record<string, unknown>>;
/** From 0 to 1. */
type OnProgress = (share: number) => void;

const fail = (message: string) => void enqueueSnackbar(message, { variant: 'error', persist: true });

/** Exports what is selected: a file is saved, or a toast says why not. */
export async function runExport(selection: ExportSelection, onProgress: OnProgress): Promise<void> {
  const signal = AbortSignal.timeout(longestMs);
  const texts = exportImportTexts;
  let answer: Answer;
  try {
    answer = await fetchBundle(selection, signal, onProgress);
  } catch (thrown) {
    const said = signal.aborted ? say(texts, 'exportTooLong') : serverMessage(thrown);
    fail(say(texts, 'exportFailed', { reason: said ?? say(texts, 'exportFailedDefault') }));
    return;
  }
  try {
    saveFile(safeFileName(answer['FileDefaultName']), stringify(exportData(answer), indent));
  } catch (thrown) {
    fail(say(texts, 'buildFailed', { reason: toMessage(thrown) }));
  }
}

async function fetchBundle(
  selection: ExportSelection,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<Answer> {
  const response = await send(toOutgoing(exportBundle, { body: selection, signal }));
  const total = Number(response.headers.get(bundleSizeHeader) ?? 0);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = response.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    parts.push(next.value);
    received += next.value.length;
    // The server only guesses the size: the last bit belongs to writing the file.
    if (total > 0) onProgress(Math.min(received / total, 0.98));
  }
  return JSON.parse(await new Blob(parts).text()) as Answer;
}
