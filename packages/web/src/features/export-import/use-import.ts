import type { BundleReport } from '@tendril/contract/api/export-import';
import type { OnClash } from '@tendril/contract/api/import-files';
import { useCallback, useState } from 'react';
import { RequestError } from '../../kit/api/request-error.ts';
import { serverMessage } from '../../kit/api/server-message.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { removeDirty } from '../../kit/state/canvas-flags-store.ts';
import { enqueueSnackbar, notify } from '../../kit/state/notifier-store.ts';
import { exportImportTexts } from '../../kit/texts/en/export-import.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import {
  type ImportFile,
  type ImportRequest,
  importRequest,
  inspectRequest,
  isBundleText,
} from './import-request.ts';
import { keepToast } from './keep-toast.ts';
import { readBundleFile } from './read-bundle-file.ts';
import type { ImportProgressState } from './send-bundle.ts';

/** Long enough to read the toast, short enough not to wait. */
const reloadAfterMs = 1000;

/** Where an import stands. */
export type ImportStep =
  | { step: 'resting' }
  | { step: 'looking' | 'importing'; request: ImportRequest; state: ImportProgressState | undefined }
  | { step: 'asking'; request: ImportRequest; report: BundleReport }
  | { step: 'done'; request: ImportRequest; report: BundleReport };

const resting: ImportStep = { step: 'resting' };

/** An import from the chosen files to what became of them: first what it would do, then the doing. */
export function useImport(onDone?: (report: BundleReport) => void) {
  const t = useTexts(exportImportTexts);
  const [step, setStep] = useState<ImportStep>(resting);

  const fail = useCallback(
    (reason: string | undefined) => {
      setStep(resting);
      const message = t('importFailed', { reason: reason ?? t('importFailedDefault') });
      enqueueSnackbar(message, { variant: 'error', persist: true });
    },
    [t],
  );

  const goOn = useCallback(
    async (request: ImportRequest, onClash: OnClash = 'both') => {
      const show = (state?: ImportProgressState) => setStep({ step: 'importing', request, state });
      show();
      let report: Awaited<ReturnType<typeof importRequest>>;
      try {
        report = await importRequest(request, onClash, show);
      } catch (thrown) {
        fail(serverMessage(thrown));
        return;
      }
      if (report === 'canceled') {
        notify(t('importCanceled'), 'info');
        setStep(resting);
        return;
      }
      notify(t('importDone'), 'success');
      if (report !== 'unknown') {
        setStep({ step: 'done', request, report });
        onDone?.(report);
        return;
      }
      setStep(resting);
      removeDirty();
      keepToast(t('importDone'));
      setTimeout(() => window.location.reload(), reloadAfterMs);
    },
    [fail, onDone, t],
  );

  const inspect = useCallback(
    async (request: ImportRequest) => {
      const show = (state?: ImportProgressState) => setStep({ step: 'looking', request, state });
      show();
      try {
        setStep({ step: 'asking', request, report: await inspectRequest(request, show) });
      } catch (thrown) {
        // A server without the look-through still imports.
        if (request.isBundle && thrown instanceof RequestError && thrown.status === 404) await goOn(request);
        else fail(serverMessage(thrown));
      }
    },
    [fail, goOn],
  );

  /** Looks at texts, of files or the clipboard. */
  const lookAt = useCallback(
    (files: readonly ImportFile[]) => {
      const [first] = files;
      if (!first) return Promise.resolve();
      const title = files.length === 1 ? first.name : t('someFiles', { count: files.length });
      return inspect({ title, files, isBundle: files.length === 1 && isBundleText(first.text) });
    },
    [inspect, t],
  );

  /** Looks at one file, which has to be JSON. */
  const look = useCallback(
    async (chosen: File) => {
      try {
        const { fileName, text } = await readBundleFile(chosen);
        await lookAt([{ name: fileName, text }]);
      } catch (thrown) {
        fail(toMessage(thrown));
      }
    },
    [fail, lookAt],
  );

  return { step, look, lookAt, goOn, giveUp: () => setStep(resting) };
}
