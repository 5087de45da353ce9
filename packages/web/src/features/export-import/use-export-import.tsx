import { Download, Upload } from 'lucide-react';
import { type ChangeEvent, lazy, Suspense, useEffect, useRef } from 'react';
import { exportImportTexts } from '../../kit/texts/en/export-import.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { MenuAction } from '../../kit/ui/action-menu.tsx';
import { closeExport, openExport, useExportDialog } from './export-store.ts';
import { askImport } from './import-store.ts';
import { showKeptToast } from './keep-toast.ts';

const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));

/** Export and Import as entries of a menu, and what they open. */
export function useExportImport() {
  const t = useTexts(exportImportTexts);
  const input = useRef<HTMLInputElement>(null);
  const isExporting = useExportDialog((dialog) => dialog.isOpen);

  // After the reload that follows an import.
  useEffect(showKeptToast, []);

  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (file) askImport(file);
    // The same file can be chosen again.
    currentTarget.value = '';
  };
  const actions: MenuAction[] = [
    { id: 'export', label: t('export'), Icon: Download, onSelect: openExport },
    { id: 'import', label: t('import'), Icon: Upload, onSelect: () => input.current?.click() },
  ];
  const dialogs = (
    <>
      <input ref={input} type="file" accept=".json" hidden aria-label={t('chooseFile')} onChange={take} />
      <Suspense>{isExporting && <ExportDialog onClose={closeExport} />}</Suspense>
    </>
  );
  return { actions, dialogs };
}
