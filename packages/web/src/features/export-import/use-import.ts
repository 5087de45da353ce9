import type { BundleReport } from '@tendril/contract/api/export-import';
import { useCallback, useState } from 'react';
import { RequestError } from '../../kit/api/request-error.ts';
import { serverMessage } from '../../kit/api/server-message.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { removeDirty } from '../../kit/state/canvas-flags-store.ts';
import { enqueueSnackbar, notify } from '../../kit/state/notifier-store.ts';
import { exportImportTexts } from '../../kit/texts/en/export-import.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { keepToast } from './keep-toast.ts';
import { type BundleText, readBundleFile } from './read-bundle-file.ts';
import { type ImportState, importText, inspectText } from './send-bundle.ts';

/** Long enough to read the toast, short enough not to wait. */
const reloadAfterMs = 1000;

/** Where an import stands. */
export type ImportStep =
  | { step: 'resting' }
  | { step: 'looking' | 'importing'; file: BundleText; state: ImportState | undefined }
  | { step: 'asking'; file: BundleText; report: BundleReport };

const resting: ImportStep = { step: 'resting' };

/** An import from the chosen file to the reload: first what it would do, then the doing. */
export function useImport() {
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
    async (file: BundleText) => {
      const show = (state?: ImportState) => setStep({ step: 'importing', file, state });
      show();
      try {
        await importText(file.text, show);
      } catch (thrown) {
        fail(serverMessage(thrown));
        return;
      }
      setStep(resting);
      removeDirty();
      notify(t('importDone'), 'success');
      keepToast(t('importDone'));
      setTimeout(() => window.location.reload(), reloadAfterMs);
    },
    [fail, t],
  );

  const look = useCallback(
    async (chosen: File) => {
      let file: BundleText;
      try {
        file = await readBundleFile(chosen);
      } catch (thrown) {
        fail(toMessage(thrown));
        return;
      }
      const show = (state?: ImportState) => setStep({ step: 'looking', file, state });
      show();
      try {
        setStep({ step: 'asking', file, report: await inspectText(file.text, show) });
      } catch (thrown) {
        // A server without the look-through still imports.
        if (thrown instanceof RequestError && thrown.status === 404) await goOn(file);
        else fail(serverMessage(thrown));
      }
    },
    [fail, goOn],
  );

  return { step, look, goOn, giveUp: () => setStep(resting) };
}
