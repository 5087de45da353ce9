import { Pencil, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { paramTexts } from '../texts/en/params.ts';
import { useTexts } from '../texts/texts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import type { RecordToolsProps } from './param-props.ts';

const ToolDialog = lazy(() => import('./tool-dialog.tsx').then((module) => ({ default: module.ToolDialog })));

/** Makes a tool in place, or changes the chosen one; nothing beside lists of other records. */
export function ToolPicker({ loadMethod, value, onChange, onStored }: RecordToolsProps) {
  const t = useTexts(paramTexts);
  const [edited, setEdited] = useState<string | null>(null);
  if (loadMethod !== 'listTools') return null;
  const store = (toolId: string) => {
    setEdited(null);
    onStored();
    onChange(toolId);
  };
  return (
    <>
      {value && (
        <IconButton label={t('editTool')} onClick={() => setEdited(value)}>
          <Pencil size={16} />
        </IconButton>
      )}
      <IconButton label={t('newTool')} onClick={() => setEdited('')}>
        <Plus size={16} />
      </IconButton>
      {edited !== null && (
        <Suspense>
          <ToolDialog toolId={edited} onClose={() => setEdited(null)} onStored={store} />
        </Suspense>
      )}
    </>
  );
}
