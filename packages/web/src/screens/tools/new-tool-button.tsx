import { Braces, FileCode2, FilePlus2, SquareTerminal, Upload } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { DropOverlay } from '../../kit/lists/drop-overlay.tsx';
import { HiddenFileInput } from '../../kit/lists/hidden-file-input.tsx';
import { NewMenuButton } from '../../kit/lists/new-menu-button.tsx';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { PasteSchemaDialog } from './paste-schema-dialog.tsx';
import { writeSchema } from './schema-rows.ts';
import { emptyTool, type ToolStart } from './tool-start.ts';
import { useToolFiles } from './use-tool-files.ts';

const OpenApiDialog = lazy(async () => ({ default: (await import('./open-api-dialog.tsx')).OpenApiDialog }));
const CurlDialog = lazy(async () => ({ default: (await import('./curl-dialog.tsx')).CurlDialog }));

type Way = 'schema' | 'openapi' | 'curl';

interface NewToolButtonProps {
  isMain: boolean;
  onStart: (start: ToolStart) => void;
}

/** The ways to a new tool. */
export function NewToolButton({ isMain, onStart }: NewToolButtonProps) {
  const t = useTexts(toolsTexts);
  const picker = useRef<HTMLInputElement>(null);
  const [way, setWay] = useState<Way | null>(null);
  const { importFiles, isDropping } = useToolFiles();
  const close = () => setWay(null);
  const begin = (start: ToolStart) => {
    close();
    onStart(start);
  };
  return (
    <>
      <NewMenuButton
        needs="tools:edit"
        isMain={isMain}
        label={t('newTool')}
        actions={[
          { id: 'blank', label: t('newBlank'), Icon: FilePlus2, onSelect: () => onStart(emptyTool) },
          { id: 'schema', label: t('newSchema'), Icon: Braces, onSelect: () => setWay('schema') },
          { id: 'openapi', label: t('newOpenApi'), Icon: FileCode2, onSelect: () => setWay('openapi') },
          { id: 'curl', label: t('newCurl'), Icon: SquareTerminal, onSelect: () => setWay('curl') },
          {
            id: 'import',
            label: t('newImport'),
            Icon: Upload,
            needs: 'tools:edit',
            onSelect: () => picker.current?.click(),
          },
        ]}
      />
      <HiddenFileInput ref={picker} label={t('newImport')} onFiles={(files) => void importFiles(files)} />
      {isDropping && <DropOverlay text={t('dropFiles')} />}
      {way === 'schema' && (
        <PasteSchemaDialog
          onClose={close}
          onRows={(rows) => begin({ ...emptyTool, schema: writeSchema(rows) })}
        />
      )}
      <Suspense>
        {way === 'openapi' && <OpenApiDialog onClose={close} />}
        {way === 'curl' && (
          <CurlDialog onClose={close} onDraft={(draft) => begin({ ...emptyTool, ...draft })} />
        )}
      </Suspense>
    </>
  );
}
