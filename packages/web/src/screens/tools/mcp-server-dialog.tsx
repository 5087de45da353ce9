import type { McpServerAnswer } from '@tendril/contract/api/mcp-servers';
import { useState } from 'react';
import { toMessage } from '../../kit/lib/to-message.ts';
import { enqueueSnackbar, notify } from '../../kit/state/notifier-store.ts';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { FormDialog } from '../../kit/ui/form-dialog.tsx';
import { Segmented } from '../../kit/ui/segmented.tsx';
import { TextField } from '../../kit/ui/text-field.tsx';
import styles from './mcp.module.css';
import { useStoreServer } from './mcp.queries.ts';

interface McpServerDialogProps {
  /** Nothing for a new one. */
  first: McpServerAnswer | undefined;
  onClose: () => void;
}

/** The form of an MCP server: where it is, and how we sign in. */
export function McpServerDialog({ first, onClose }: McpServerDialogProps) {
  const t = useTexts(toolsTexts);
  const form = useServerForm(first, onClose);
  const { fields, change, problems } = form;
  return (
    <FormDialog
      title={t(first ? 'editServerTitle' : 'addServerTitle')}
      width={520}
      isBusy={form.isBusy}
      onClose={onClose}
      onSubmit={form.submit}
      submitLabel={t(first ? 'saveServer' : 'connect')}
      problem={form.problem}
    >
      <TextField
        autoFocus={!first}
        label={t('serverName')}
        maxLength={100}
        value={fields.name}
        onChange={(event) => change({ name: event.target.value })}
        error={problems.name}
      />
      <TextField
        type="url"
        label={t('serverUrl')}
        hint={t('serverUrlHint')}
        value={fields.url}
        onChange={(event) => change({ url: event.target.value })}
        error={problems.url}
      />
      <div className={styles['auth']}>
        <span className={styles['authLabel']}>{t('auth')}</span>
        <Segmented
          label={t('auth')}
          segments={[
            { value: 'none', label: t('authNone') },
            { value: 'bearer', label: t('authBearer') },
            { value: 'header', label: t('authHeader') },
          ]}
          value={fields.auth}
          onChange={(auth) => change({ auth })}
        />
      </div>
      {fields.auth === 'header' && (
        <TextField
          label={t('headerName')}
          placeholder="X-Api-Key"
          value={fields.headerName}
          onChange={(event) => change({ headerName: event.target.value.trim() })}
          error={problems.headerName}
        />
      )}
      {fields.auth !== 'none' && (
        <TextField
          type="password"
          autoComplete="new-password"
          label={t(fields.auth === 'header' ? 'headerValue' : 'secret')}
          hint={first?.hasSecret ? t('secretKeep') : t('secretHint')}
          value={fields.secret}
          onChange={(event) => change({ secret: event.target.value })}
          error={problems.secret}
        />
      )}
    </FormDialog>
  );
}

function useServerForm(first: McpServerAnswer | undefined, onClose: () => void) {
  const t = useTexts(toolsTexts);
  const store = useStoreServer();
  const [isAsked, setAsked] = useState(false);
  const [fields, setFields] = useState({
    name: first?.name ?? '',
    url: first?.url ?? '',
    auth: first?.auth ?? ('none' as const),
    headerName: first?.headerName ?? '',
    secret: '',
  });
  const { name, url, auth, headerName, secret } = fields;
  const wrong = {
    name: name.trim() === '' ? t('serverNameNeeded') : undefined,
    url: /^https?:\/\/[^\s]+$/i.test(url.trim()) && URL.canParse(url.trim()) ? undefined : t('serverUrlBad'),
    headerName: auth === 'header' && headerName === '' ? t('headerNeeded') : undefined,
    secret: auth !== 'none' && secret === '' && !first?.hasSecret ? t('secretNeeded') : undefined,
  };
  const submit = () => {
    setAsked(true);
    if (Object.values(wrong).some((problem) => problem !== undefined)) return;
    const body = { name: name.trim(), url: url.trim(), auth, headerName, ...(secret !== '' && { secret }) };
    store.mutate(
      { id: first?.id ?? '', ...body },
      {
        onSuccess: (server) => {
          const reason = server.lastError;
          if (server.status === 'connected') notify(t('serverConnected', { name: server.name }), 'success');
          else
            enqueueSnackbar(t('serverFailed', { name: server.name, reason }), {
              variant: 'error',
              persist: true,
            });
          onClose();
        },
      },
    );
  };
  return {
    fields,
    change: (changes: Partial<typeof fields>) => setFields((before) => ({ ...before, ...changes })),
    problems: isAsked ? wrong : { name: undefined, url: undefined, headerName: undefined, secret: undefined },
    problem: store.error ? toMessage(store.error) : '',
    isBusy: store.isPending,
    submit,
  };
}
