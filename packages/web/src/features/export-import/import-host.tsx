import { useQueryClient } from '@tanstack/react-query';
import type { BundleReport } from '@tendril/contract/api/export-import';
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { entryPath } from './entry-path.ts';
import { forgetImport, useAskedImport } from './import-store.ts';
import { useImport } from './use-import.ts';

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));

/** Draws the import that was asked for, from wherever. */
export function ImportHost() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const asked = useAskedImport((state) => state.asked);

  const onDone = useCallback(
    (report: BundleReport) => {
      void client.invalidateQueries();
      const [only, ...others] = report.entries;
      // Who brings one flow wants to see it; its report is on its canvas.
      const path = only && others.length + report.refused.length === 0 ? entryPath(only) : undefined;
      if (path?.includes('canvas/')) {
        forgetImport();
        void navigate(path);
      }
    },
    [client, navigate],
  );
  const { step, look, lookAt, goOn, giveUp } = useImport(onDone);

  const taken = useRef<typeof asked>(null);
  useEffect(() => {
    // What is asked once is looked at once, whatever else changes meanwhile.
    if (asked === null || taken.current === asked) return;
    taken.current = asked;
    if (asked instanceof File) void look(asked);
    else void lookAt(asked);
  }, [asked, look, lookAt]);

  const close = () => {
    giveUp();
    forgetImport();
  };
  if (asked === null || step.step === 'resting') return null;
  return (
    <Suspense>
      <ImportDialog
        step={step}
        onImport={(request, onClash) => void goOn(request, onClash)}
        onClose={close}
      />
    </Suspense>
  );
}
