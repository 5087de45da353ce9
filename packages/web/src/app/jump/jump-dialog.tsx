import MuiDialog from '@mui/material/Dialog';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { searchEverywhere } from '@tendril/contract/api/search';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../kit/api/call.ts';
import { toMessage } from '../../kit/lib/to-message.ts';
import { useDebounced } from '../../kit/lib/use-debounced.ts';
import { jumpTexts } from '../../kit/texts/en/jump.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './jump.module.css';
import { JumpList } from './jump-list.tsx';
import { foundTarget, type JumpTarget, knownTargets, recentTarget } from './jump-targets.ts';
import { recentPlaces } from './recent-places.ts';

const restMs = 150;

/** All matches: pages and actions at once, workspace objects as the server finds them. */
function useTargets(text: string) {
  const asked = useDebounced(text.trim(), restMs);
  const { data, error } = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => call(searchEverywhere, { query: { q: asked }, signal }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    staleTime: 5000,
  });
  const things = text.trim() === '' ? [] : (data ?? []).map(foundTarget);
  const recent = text.trim() === '' ? recentPlaces().map(recentTarget) : [];
  return { targets: [...recent, ...things, ...knownTargets(text)], error };
}

/** One field that finds any flow, agent, tool, knowledge base, setting or action. */
export function JumpDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(jumpTexts);
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState('');
  const [lit, setLit] = useState(0);
  const { targets, error } = useTargets(text);
  const at = Math.min(lit, Math.max(targets.length - 1, 0));

  const choose = (target: JumpTarget | undefined) => {
    if (!target) return;
    onClose();
    if (target.path) void navigate(target.path);
    target.act?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && targets.length > 0) {
      event.preventDefault();
      setLit((at + step + targets.length) % targets.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(targets[at]);
    }
  };
  return (
    <MuiDialog
      open
      onClose={onClose}
      slotProps={{ paper: { className: styles['paper'] ?? '', 'aria-label': t('title') } }}
    >
      <div className={styles['field']}>
        <Search size={20} aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          // The dialog is opened for typing.
          // biome-ignore lint/a11y/noAutofocus: a dialog takes the focus, and this is its first field
          autoFocus
          autoComplete="off"
          aria-label={t('title')}
          aria-expanded={targets.length > 0}
          aria-controls={listId}
          aria-activedescendant={targets.length > 0 ? `${listId}-${at}` : undefined}
          placeholder={t('placeholder')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setLit(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <JumpList id={listId} targets={targets} lit={at} onChoose={choose} onLight={setLit} />
      {targets.length === 0 && <p className={styles['none']}>{t('none', { text })}</p>}
      {error && <p className={styles['failed']}>{t('failed', { reason: toMessage(error) })}</p>}
    </MuiDialog>
  );
}
