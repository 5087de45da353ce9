import type { Variable } from '@tendril/contract/api/variables';
import { Copy, Pencil, Trash2 } from 'lucide-react';
import { nameUses } from '../../kit/lists/name-uses.ts';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { variablesTexts } from '../../kit/texts/en/variables.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import type { MenuAction } from '../../kit/ui/action-menu.tsx';
import { useDeleteVariables } from './variables.queries.ts';

/** What can be done with variables of the list. */
export interface VariableActions {
  actionsOf: (variable: Variable) => MenuAction[];
  /** Answers whether they were deleted. */
  deleteMany: (variables: readonly Variable[]) => Promise<boolean>;
}

export function useVariableActions({ onEdit }: { onEdit: (variable: Variable) => void }): VariableActions {
  const t = useTexts(variablesTexts);
  const remove = useDeleteVariables();

  const deleteMany = async (variables: readonly Variable[]): Promise<boolean> => {
    const [only] = variables;
    if (!only) return false;
    const isOne = variables.length === 1;
    const question = isOne
      ? t('deleteQuestion', { name: only.name })
      : t('deleteMany', { count: variables.length });
    const isSure = await confirm({
      title: t('delete'),
      description: question + nameUses(variables.flatMap((variable) => variable.usedBy)),
      confirmText: t('delete'),
      isDanger: true,
    });
    if (!isSure) return false;
    try {
      await remove.mutateAsync(variables.map(({ id }) => id));
      notify(isOne ? t('deleted') : t('deletedMany', { count: variables.length }), 'success');
      return true;
    } catch (thrown) {
      notifyError(thrown);
      return false;
    }
  };
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text);
    notify(t('copied', { text }), 'success');
  };
  return {
    deleteMany,
    actionsOf: (variable) => [
      {
        id: 'edit',
        label: t('edit'),
        Icon: Pencil,
        needs: 'variables:edit',
        onSelect: () => onEdit(variable),
      },
      {
        id: 'copy',
        label: t('copy', { name: `{{$vars.${variable.name}}}` }),
        Icon: Copy,
        needs: 'variables:edit',
        onSelect: () => void copy(`{{$vars.${variable.name}}}`),
      },
      {
        id: 'delete',
        label: t('delete'),
        Icon: Trash2,
        needs: 'variables:edit',
        isDanger: true,
        onSelect: () => void deleteMany([variable]),
      },
    ],
  };
}
