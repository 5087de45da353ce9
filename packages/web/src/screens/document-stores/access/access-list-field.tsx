import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { knowledgeAccessTexts } from '../../../kit/texts/en/knowledge-access.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { SelectMenu } from '../../../kit/ui/select-menu.tsx';
import { TextInput } from '../../../kit/ui/text-input.tsx';
import styles from './access-dialog.module.css';
import {
  type AccessList,
  listOf,
  namedIn,
  nameOfToken,
  type Readers,
  readersOf,
  toToken,
} from './access-list.ts';

/** Whom lists may name. */
export interface KnownReaders {
  people: readonly { name: string; tokens: readonly string[] }[];
  groups: readonly string[];
}

interface AccessListFieldProps {
  name: string;
  /** What holds without a list. */
  inherited: string;
  list: AccessList;
  known: KnownReaders;
  onChange: (list: AccessList) => void;
}

/** Who may read one thing: everyone, the workspace, its owners, or chosen people and groups. */
export function AccessListField({ name, inherited, list, known, onChange }: AccessListFieldProps) {
  const t = useTexts(knowledgeAccessTexts);
  const [isChoosing, setChoosing] = useState(false);
  const readers = isChoosing && list?.length === 0 ? 'chosen' : readersOf(list);
  const choose = (value: Readers) => {
    setChoosing(value === 'chosen');
    onChange(listOf(value, list));
  };
  return (
    <div className={styles['readers']}>
      <SelectMenu
        label={t('readersOf', { name })}
        options={[
          { value: 'inherited', label: inherited },
          { value: 'everyone', label: t('everyone') },
          { value: 'workspace', label: t('workspace') },
          { value: 'owners', label: t('owners') },
          { value: 'chosen', label: t('chosen') },
        ]}
        value={readers}
        onChange={choose}
      />
      {readers === 'chosen' && <ChosenReaders list={list} known={known} onChange={onChange} />}
    </div>
  );
}

type ChosenProps = Pick<AccessListFieldProps, 'list' | 'known' | 'onChange'>;

function ChosenReaders({ list, known, onChange }: ChosenProps) {
  const t = useTexts(knowledgeAccessTexts);
  const id = useId();
  const [written, setWritten] = useState('');
  const [isBad, setBad] = useState(false);
  const chosen = list ?? [];
  const add = () => {
    const token = toToken(written, known.groups);
    setBad(token === undefined);
    if (token === undefined) return;
    setWritten('');
    onChange([...new Set([...chosen, token])]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  const addresses = known.people.flatMap(({ name, tokens }) =>
    namedIn(tokens)
      .filter((token) => token.startsWith('user:'))
      .map((token) => ({ name, address: nameOfToken(token) })),
  );
  return (
    <>
      <ul className={styles['chosen']}>
        {chosen.map((token) => (
          <li key={token}>
            <span>{token === 'workspace' ? t('workspace') : nameOfToken(token)}</span>
            <IconButton
              size="small"
              label={t('removeReader', { name: nameOfToken(token) })}
              onClick={() => onChange(chosen.filter((one) => one !== token))}
            >
              <X size={14} />
            </IconButton>
          </li>
        ))}
      </ul>
      {chosen.length === 0 && <p className={styles['help']}>{t('nobodyYet')}</p>}
      <div className={styles['add']}>
        <TextInput
          aria-label={t('addReader')}
          aria-invalid={isBad || undefined}
          aria-describedby={isBad ? `${id}-error` : undefined}
          placeholder={t('addReaderHint')}
          list={`${id}-known`}
          value={written}
          onChange={(event) => setWritten(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <datalist id={`${id}-known`}>
          {addresses.map(({ name, address }) => (
            <option key={address} value={address}>
              {name}
            </option>
          ))}
          {known.groups.map((token) => (
            <option key={token} value={nameOfToken(token)} />
          ))}
        </datalist>
        <Button size="small" icon={<Plus size={16} />} onClick={add}>
          {t('add')}
        </Button>
      </div>
      {isBad && (
        <p id={`${id}-error`} role="alert" className={styles['error']}>
          {t('badReader')}
        </p>
      )}
    </>
  );
}
