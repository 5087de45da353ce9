import { useMutation, useQueryClient } from '@tanstack/react-query';
import { saveFlowTemplate } from '@tendril/contract/api/flow-templates';
import { useState } from 'react';
import { call } from '../../kit/api/call.ts';
import { RequestError } from '../../kit/api/request-error.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { notify } from '../../kit/state/notifier-store.ts';
import { templateTexts } from '../../kit/texts/en/flow-settings.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import { AreaField } from './fields/area-field.tsx';
import { TagField } from './fields/tag-field.tsx';

interface TemplateDialogProps {
  /** What is copied: the draft of a flow, or a tool. */
  source: { flowId: string } | { toolId: string };
  sourceName: string;
  onClose: () => void;
}

/** Saves a copy of a flow or a tool as a template. */
export function TemplateDialog({ source, sourceName, onClose }: TemplateDialogProps) {
  const t = useTexts(templateTexts);
  const client = useQueryClient();
  const [name, setName] = useState(sourceName);
  const [description, setDescription] = useState('');
  const [badge, setBadge] = useState('');
  const [usecases, setUsecases] = useState<readonly string[]>([]);
  const [isNameMissing, setNameMissing] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      call(saveFlowTemplate, {
        body: { ...source, name: name.trim(), description, badge, usecases: [...usecases] },
      }),
    onSuccess: async (template) => {
      await client.invalidateQueries({ queryKey: ['flow-templates'] });
      notify(t('saved', { name: template.name }), 'success');
      onClose();
    },
  });
  const submit = () => {
    setNameMissing(name.trim() === '');
    if (name.trim() !== '' && !save.isPending) save.mutate();
  };
  const refusedAt = (path: string) =>
    save.error instanceof RequestError
      ? save.error.details.find((detail) => detail.path === path)?.message
      : undefined;
  const isInline = ['name', 'description', 'badge', 'usecases'].some((path) => refusedAt(path) !== undefined);
  return (
    <FormDialog
      title={t('title')}
      width={560}
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('save')}
    >
      <p>{t('flowId' in source ? 'help' : 'toolHelp')}</p>
      <TextField
        autoFocus
        label={t('name')}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.target.value)}
        error={
          isNameMissing
            ? t('nameNeeded')
            : (refusedAt('name') ?? (save.error && !isInline ? toMessage(save.error) : undefined))
        }
      />
      <AreaField
        label={t('description')}
        text={description}
        maxLength={2000}
        error={refusedAt('description')}
        onChange={setDescription}
      />
      <TextField
        label={t('badge')}
        hint={t('badgeHint')}
        value={badge}
        maxLength={50}
        error={refusedAt('badge')}
        onChange={(event) => setBadge(event.target.value)}
      />
      <TagField label={t('usecases')} hint={t('usecasesHint')} tags={usecases} onChange={setUsecases} />
    </FormDialog>
  );
}
