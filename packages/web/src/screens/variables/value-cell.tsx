import type { Variable } from '@tendril/contract/api/variables';
import { Check, Eye, EyeOff, Pencil, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { variablesTexts } from '../../kit/texts/en/variables.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { StatusChip } from '../../kit/ui/status-chip.tsx';
import { TextInput } from '../../kit/ui/text-input.tsx';
import styles from './variable-table.module.css';
import { useUpdateVariable } from './variables.queries.ts';

const mask = '••••••••';

interface ValueCellProps {
  variable: Variable;
  /** Whether the values of the list are shown. */
  isShown: boolean;
}

/** A value, masked until somebody looks, and edited in its place: Enter keeps it, Esc does not. */
export function ValueCell({ variable, isShown }: ValueCellProps) {
  const t = useTexts(variablesTexts);
  const [isEditing, setEditing] = useState(false);
  const [isOpen, setOpen] = useState(false);
  if (variable.type === 'runtime') return <Environment variable={variable} />;
  if (isEditing) return <ValueEditor variable={variable} onClose={() => setEditing(false)} />;
  const { name, value, isSecret } = variable;
  const isLegible = !isSecret && (isShown || isOpen);
  return (
    <div className={styles['cell']}>
      {value === '' ? (
        <span className={styles['none']}>{t('emptyValue')}</span>
      ) : isLegible ? (
        <code>{value}</code>
      ) : (
        <span className={styles['masked']}>
          <span aria-hidden="true">{mask}</span>
          <span className="visually-hidden">{t('hidden')}</span>
        </span>
      )}
      <span className={styles['acts']}>
        {!isSecret && !isShown && value !== '' && (
          <IconButton
            label={t(isOpen ? 'hide' : 'show', { name })}
            size="small"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <EyeOff size={16} /> : <Eye size={16} />}
          </IconButton>
        )}
        <IconButton label={t('editValue', { name })} size="small" onClick={() => setEditing(true)}>
          <Pencil size={16} />
        </IconButton>
      </span>
    </div>
  );
}

function Environment({ variable }: { variable: Variable }) {
  const t = useTexts(variablesTexts);
  return (
    <div className={styles['environment']}>
      <code>{variable.environmentName}</code>
      {variable.isSet ? (
        <StatusChip tone="success" Icon={Check} label={t('isSet')} />
      ) : (
        <StatusChip tone="warning" Icon={TriangleAlert} label={t('isNotSet')} />
      )}
    </div>
  );
}

function ValueEditor({ variable, onClose }: { variable: Variable; onClose: () => void }) {
  const t = useTexts(variablesTexts);
  const update = useUpdateVariable();
  const first = variable.isSecret ? '' : variable.value;
  const [value, setValue] = useState(first);
  const isLeft = useRef(false);
  const keep = () => {
    if (isLeft.current) return;
    isLeft.current = true;
    if (value === first) return onClose();
    update.mutate(
      { id: variable.id, value },
      {
        onSuccess: () => {
          notify(t('saved'), 'success');
          onClose();
        },
        onError: (thrown) => {
          // What was typed stays, so that it can be tried again.
          isLeft.current = false;
          notifyError(thrown);
        },
      },
    );
  };
  return (
    <div className={styles['cell']}>
      <TextInput
        size="small"
        isMono
        autoFocus
        type={variable.isSecret ? 'password' : 'text'}
        autoComplete="off"
        aria-label={t('valueOf', { name: variable.name })}
        title={t('valueKeys')}
        placeholder={variable.isSecret ? t('newSecret') : ''}
        disabled={update.isPending}
        value={value}
        onChange={(event) => setValue(event.target.value)}
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') keep();
          if (event.key !== 'Escape') return;
          isLeft.current = true;
          onClose();
        }}
        onBlur={keep}
      />
    </div>
  );
}
