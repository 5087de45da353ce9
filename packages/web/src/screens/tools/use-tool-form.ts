import { toolNamePattern } from '@tendril/contract/api/tools';
import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router';
import { toMessage } from '../../kit/lib/to-message.ts';
import { confirm } from '../../kit/state/confirm-store.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { readSchema, rowProblems, type SchemaRow, writeSchema } from './schema-rows.ts';
import { fieldsOf, type ToolFields, type ToolStart } from './tool-start.ts';
import { useStoreTool } from './tools.queries.ts';
import { useDeleteQuestion } from './use-tool-actions.ts';

/** The fields of the editor with what is wrong with them, and what can be done. */
export type ToolForm = ReturnType<typeof useToolForm>;

export function useToolForm(start: ToolStart, onClose: () => void) {
  const t = useTexts(toolsTexts);
  const stored = 'id' in start ? start : undefined;
  const [first] = useState(() => fieldsOf(start));
  const [fields, setFields] = useState<ToolFields>(first);
  const [rows, setRows] = useState<readonly SchemaRow[]>(() => readSchema(first.schema));
  const [isAsked, setAsked] = useState(false);
  const store = useStoreTool();
  const askToDelete = useDeleteQuestion();
  const change = (changes: Partial<ToolFields>) => setFields((before) => ({ ...before, ...changes }));
  const isDirty = !isSame(first, fields, rows);
  const problems = rowProblems(rows);
  const nameProblem = useNameProblem(fields.name, isAsked);
  const descriptionProblem = isAsked && fields.description.trim() === '' ? t('descriptionNeeded') : undefined;

  useWarning(isDirty);
  const askToLeave = () =>
    confirm({
      title: t('unsavedTitle'),
      description: t('unsavedText'),
      confirmText: t('unsavedLeave'),
      cancelText: t('unsavedStay'),
      isDanger: true,
    });
  useLeaveQuestion(isDirty, askToLeave);

  const save = () => {
    setAsked(true);
    const isWrong = !toolNamePattern.test(fields.name) || fields.description.trim() === '';
    if (isWrong || problems.some((problem) => problem !== undefined) || store.isPending) return;
    store.mutate(
      { id: stored?.id ?? '', ...fields, schema: writeSchema(rows) },
      {
        onSuccess: () => {
          notify(t(stored ? 'saved' : 'added'), 'success');
          onClose();
        },
      },
    );
  };
  const leave = async () => {
    if (store.isPending) return;
    if (!isDirty || (await askToLeave())) onClose();
  };
  return {
    stored,
    fields: { ...fields, schema: writeSchema(rows) },
    change,
    rows,
    setRows,
    problems: isAsked
      ? problems
      : problems.map((problem, index) => (rows[index]?.property ? problem : undefined)),
    nameProblem,
    descriptionProblem,
    isBusy: store.isPending,
    problem: store.error ? toMessage(store.error) : '',
    save,
    leave,
    remove: async () => {
      if (stored && (await askToDelete([stored]))) onClose();
    },
  };
}

/** Rows may stand in another layout than ours: they are the same until one is changed. */
function isSame(first: ToolFields, fields: ToolFields, rows: readonly SchemaRow[]): boolean {
  const keys = ['name', 'description', 'color', 'iconSrc', 'func'] as const;
  return (
    keys.every((key) => first[key] === fields[key]) &&
    writeSchema(readSchema(first.schema)) === writeSchema(rows)
  );
}

function useNameProblem(name: string, isAsked: boolean): string | undefined {
  const t = useTexts(toolsTexts);
  if (name === '') return isAsked ? t('nameNeeded') : undefined;
  return toolNamePattern.test(name) ? undefined : t('nameBad');
}

/** The app asks before it goes to another page with unsaved changes. */
function useLeaveQuestion(isDirty: boolean, ask: () => Promise<boolean>): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void latest.current().then((isSure) => (isSure ? blocker.proceed() : blocker.reset()));
  }, [blocker]);
}

/** The browser asks before the page goes with unsaved changes. */
function useWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
}
