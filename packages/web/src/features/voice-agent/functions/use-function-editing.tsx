import type { VoiceFunction, VoiceFunctionType } from '@tendril/contract/voice/voice-function';
import { type ReactNode, useEffect, useState } from 'react';
import { confirm } from '../../../kit/state/confirm-store.ts';
import { voiceFunctionTexts } from '../../../kit/texts/en/voice-functions.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { FunctionDialog } from './function-dialog.tsx';
import { FunctionTestDialog } from './function-test-dialog.tsx';
import { hasMask } from './has-mask.ts';
import { newFunction } from './new-function.ts';
import { type AgentFunctions, useFunctions } from './use-functions.ts';

/** How long a deletion can be undone. */
const undoForMs = 10_000;

interface Deleted {
  asked: VoiceFunction;
  at: number;
}

/** Everything that can be done with the functions of an agent. */
export interface FunctionEditing {
  list: AgentFunctions;
  add: (type: VoiceFunctionType) => void;
  edit: (asked: VoiceFunction) => void;
  test: (asked: VoiceFunction) => void;
  retry: (asked: VoiceFunction) => void;
  remove: (asked: VoiceFunction) => Promise<void>;
  /** The last deleted item, which can be restored. */
  deleted: Deleted | null;
  undo: () => void;
  /** The dialog that is open, to be drawn beside the panel. */
  dialog: ReactNode;
}

type Shown = { kind: 'form'; asked: VoiceFunction; isNew: boolean } | { kind: 'test'; asked: VoiceFunction };

export function useFunctionEditing(agentId: string): FunctionEditing {
  const t = useTexts(voiceFunctionTexts);
  const list = useFunctions(agentId);
  const [shown, setShown] = useState<Shown | null>(null);
  const [deleted, setDeleted] = useState<Deleted | null>(null);
  const functions = list.functions ?? [];

  useEffect(() => {
    if (!deleted) return undefined;
    const timer = setTimeout(() => setDeleted(null), undoForMs);
    return () => clearTimeout(timer);
  }, [deleted]);

  const remove = async (asked: VoiceFunction) => {
    const name = asked.name || t('noName');
    const question = {
      title: t('deleteTitle', { name }),
      description: t('deleteSecret'),
      confirmText: t('delete'),
      isDanger: true,
    };
    // A stored secret is deleted with the function, which cannot be undone.
    const isForGood = hasMask(asked);
    if (isForGood && !(await confirm(question))) return;
    const at = functions.findIndex(({ id }) => id === asked.id);
    if ((await list.remove(asked.id)) && !isForGood) setDeleted({ asked, at });
  };
  return {
    list,
    add: (type) => {
      const names = functions.map(({ name }) => name);
      setShown({ kind: 'form', asked: newFunction(type, names), isNew: true });
    },
    edit: (asked) => setShown({ kind: 'form', asked, isNew: false }),
    test: (asked) => setShown({ kind: 'test', asked }),
    retry: (asked) => void list.save(asked),
    remove,
    deleted,
    undo: () => {
      if (deleted) void list.save(deleted.asked, deleted.at);
      setDeleted(null);
    },
    dialog: shown && (
      <EditingDialog
        agentId={agentId}
        shown={shown}
        functions={functions}
        onSave={(asked) => void list.save(asked)}
        onClose={() => setShown(null)}
      />
    ),
  };
}

interface EditingDialogProps {
  agentId: string;
  shown: Shown;
  functions: readonly VoiceFunction[];
  onSave: (asked: VoiceFunction) => void;
  onClose: () => void;
}

function EditingDialog({ agentId, shown, functions, onSave, onClose }: EditingDialogProps) {
  const { asked } = shown;
  if (shown.kind === 'test') return <FunctionTestDialog agentId={agentId} asked={asked} onClose={onClose} />;
  return (
    <FunctionDialog
      agentId={agentId}
      first={asked}
      isNew={shown.isNew}
      otherNames={functions.filter(({ id }) => id !== asked.id).map(({ name }) => name)}
      onSave={onSave}
      onClose={onClose}
    />
  );
}
