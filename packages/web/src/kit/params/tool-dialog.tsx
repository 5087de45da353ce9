import { useMutation, useQuery } from '@tanstack/react-query';
import { createTool, readTool, type StoredToolAnswer, updateTool } from '@tendril/contract/api/tools';
import type { TemplateInput } from '@tendril/contract/node/node-template';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { toMessage } from '../lib/to-message.ts';
import { notify } from '../state/notifier-store.ts';
import { paramTexts } from '../texts/en/params.ts';
import { say, useTexts } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { SkeletonList } from '../ui/skeleton-list.tsx';
import { ParamForm } from './param-form.tsx';
import type { ParamScope } from './param-props.ts';
import styles from './params.module.css';

type ToolValues = Pick<StoredToolAnswer, 'name' | 'description' | 'schema' | 'func'>;

const emptyTool: ToolValues = { name: '', description: '', schema: '[]', func: '' };
const scope: ParamScope = { nodeName: 'tool', nodeId: 'tool', marksMissing: false };

const inputs: TemplateInput[] = [
  {
    name: 'name',
    label: say(paramTexts, 'toolName'),
    type: 'string',
    description: say(paramTexts, 'toolNameHint'),
  },
  {
    name: 'description',
    label: say(paramTexts, 'toolDescription'),
    type: 'string',
    rows: 3,
    description: say(paramTexts, 'toolDescriptionHint'),
  },
  {
    name: 'schema',
    label: say(paramTexts, 'toolSchema'),
    type: 'datagrid',
    optional: true,
    datagrid: [
      { field: 'property', headerName: say(paramTexts, 'columnProperty') },
      {
        field: 'type',
        headerName: say(paramTexts, 'columnType'),
        type: 'singleSelect',
        valueOptions: ['string', 'number', 'boolean', 'date'],
      },
      { field: 'description', headerName: say(paramTexts, 'columnDescription') },
      { field: 'required', headerName: say(paramTexts, 'columnRequired'), type: 'boolean' },
    ],
  },
  {
    name: 'func',
    label: say(paramTexts, 'toolCode'),
    type: 'code',
    optional: true,
    description: say(paramTexts, 'toolCodeHint'),
  },
];

interface ToolDialogProps {
  /** '' for a new one. */
  toolId: string;
  onClose: () => void;
  onStored: (toolId: string) => void;
}

function ToolForm({ toolId, first, onClose, onStored }: ToolDialogProps & { first: ToolValues }) {
  const t = useTexts(paramTexts);
  const [values, setValues] = useState(first);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      toolId
        ? call(updateTool, { params: { id: toolId }, body: values })
        : call(createTool, { body: values }),
    onSuccess: (stored) => {
      notify(t('toolSaved', { name: stored.name }), 'success');
      onStored(stored.id);
    },
  });
  return (
    <FormDialog
      title={t(toolId ? 'editToolTitle' : 'newToolTitle')}
      width={720}
      isBusy={isPending}
      onClose={onClose}
      onSubmit={() => mutate()}
      submitLabel={t(toolId ? 'save' : 'create')}
    >
      {error && (
        <p role="alert" className={styles['missing']}>
          {toMessage(error)}
        </p>
      )}
      <ParamForm
        inputs={inputs}
        values={{ ...values }}
        scope={error ? { ...scope, marksMissing: true } : scope}
        onChange={(changes) => setValues((before) => ({ ...before, ...changes }))}
      />
    </FormDialog>
  );
}

/** The form for custom tools. */
export function ToolDialog(props: ToolDialogProps) {
  const t = useTexts(paramTexts);
  const { toolId, onClose } = props;
  const { data, error, refetch } = useQuery({
    queryKey: ['tool', toolId],
    queryFn: ({ signal }) => call(readTool, { params: { id: toolId }, signal }),
    enabled: toolId !== '',
    // The form starts from what is stored now.
    staleTime: 0,
    gcTime: 0,
  });
  if (toolId === '') return <ToolForm {...props} first={emptyTool} />;
  if (data) {
    const { name, description, schema, func } = data;
    return <ToolForm {...props} first={{ name, description, schema, func }} />;
  }
  return (
    <Dialog isOpen title={t('editToolTitle')} width={720} onClose={onClose}>
      {error ? (
        <ErrorState title={t('editToolTitle')} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonList shape="rows" count={4} />
      )}
    </Dialog>
  );
}
