import type { StoredToolAnswer } from '@tendril/contract/api/tools';
import { CopyPlus, Download, LayoutTemplate, Pencil, Trash2 } from 'lucide-react';
import { nameUses } from '../../kit/lists/name-uses.ts';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { MenuAction } from '../../kit/ui/action-menu.tsx';
import { exportTools } from './tool-file.ts';
import { fieldsOf, type ToolStart } from './tool-start.ts';
import { useDeleteTools } from './tools.queries.ts';

/** What can be done with tools of the list. */
export interface ToolActions {
  actionsOf: (tool: StoredToolAnswer) => MenuAction[];
  /** Answers whether they were deleted. */
  deleteMany: (tools: readonly StoredToolAnswer[]) => Promise<boolean>;
}

interface ToolActionParts {
  onOpen: (tool: StoredToolAnswer) => void;
  onStart: (start: ToolStart) => void;
  /** Keeps a copy of the tool as a template. */
  onTemplate: (tool: StoredToolAnswer) => void;
}

/** Asks, naming the flows that would break, and deletes. */
export function useDeleteQuestion(): ToolActions['deleteMany'] {
  const t = useTexts(toolsTexts);
  const remove = useDeleteTools();
  return async (tools) => {
    const [only] = tools;
    if (!only) return false;
    const isOne = tools.length === 1;
    const question = isOne
      ? t('deleteQuestion', { name: only.name })
      : t('deleteMany', { count: tools.length });
    const isSure = await confirm({
      title: t('delete'),
      description: question + nameUses(tools.flatMap((tool) => tool.usedBy)),
      confirmText: t('delete'),
      isDanger: true,
    });
    if (!isSure) return false;
    try {
      await remove.mutateAsync(tools.map(({ id }) => id));
      notify(isOne ? t('deleted') : t('deletedMany', { count: tools.length }), 'success');
      return true;
    } catch (thrown) {
      notifyError(thrown);
      return false;
    }
  };
}

export function useToolActions({ onOpen, onStart, onTemplate }: ToolActionParts): ToolActions {
  const t = useTexts(toolsTexts);
  const deleteMany = useDeleteQuestion();
  return {
    deleteMany,
    actionsOf: (tool) => [
      { id: 'edit', label: t('edit'), Icon: Pencil, needs: 'tools:edit', onSelect: () => onOpen(tool) },
      {
        id: 'duplicate',
        label: t('duplicate'),
        Icon: CopyPlus,
        needs: 'tools:edit',
        onSelect: () => onStart({ ...fieldsOf(tool), name: `${tool.name.slice(0, 59)}_copy` }),
      },
      { id: 'export', label: t('export'), Icon: Download, onSelect: () => exportTools([tool]) },
      {
        id: 'template',
        label: t('saveTemplate'),
        Icon: LayoutTemplate,
        onSelect: () => onTemplate(tool),
      },
      {
        id: 'delete',
        label: t('delete'),
        Icon: Trash2,
        needs: 'tools:edit',
        isDanger: true,
        onSelect: () => void deleteMany([tool]),
      },
    ],
  };
}
