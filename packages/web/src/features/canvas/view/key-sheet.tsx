import { RotateCcw, X } from 'lucide-react';
import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { canvasKeysTexts } from '../../../kit/texts/en/canvas-keys.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { IconButton } from '../../../kit/ui/icon-button.tsx';
import { SearchRow } from '../../../kit/ui/search-row.tsx';
import { type KeyAction, type KeyActionId, keyActions, keyGroups } from '../keys/key-actions.ts';
import { type Chord, chordCaps, chordOf } from '../keys/key-chord.ts';
import {
  isMacKeyboard,
  keysOf,
  rebindKey,
  resetKey,
  resetKeys,
  unbindKey,
  useChosenKeys,
} from '../keys/key-store.ts';
import { speak } from '../run/live-words.ts';
import styles from './key-sheet.module.css';

const printed = (chord: Chord) => chordCaps(chord, isMacKeyboard).join(' ');

/** The caps of a key's chord; spaces between them, so that it is read as it is named. */
function Caps({ chord }: { chord: Chord }) {
  return (
    <span className={styles['caps']}>
      {chordCaps(chord, isMacKeyboard).map((cap) => (
        <Fragment key={cap}>
          <kbd>{cap}</kbd>{' '}
        </Fragment>
      ))}
    </span>
  );
}

/** Records the next key press as the new shortcut; Esc cancels. */
function Recorder({ onChord, onEnd }: { onChord: (chord: Chord) => void; onEnd: () => void }) {
  const t = useTexts(canvasKeysTexts);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const take = (event: KeyboardEvent) => {
    const chord = chordOf(event.nativeEvent);
    event.preventDefault();
    event.stopPropagation();
    if (chord === 'Escape') onEnd();
    else if (chord !== undefined) onChord(chord);
  };
  return (
    <button
      ref={button}
      type="button"
      className={styles['recorder']}
      aria-label={`${t('press')} ${t('pressHelp')}`}
      onKeyDown={take}
      onBlur={onEnd}
    >
      {t('press')}
    </button>
  );
}

/** What a change led to, in words under the row and for a screen reader. */
interface Said {
  id: KeyActionId;
  words: string;
  isRefused: boolean;
}

interface RowProps {
  action: KeyAction;
  isRecording: boolean;
  said: Said | null;
  onRecord: (id: KeyActionId | null) => void;
  onSay: (said: Said | null) => void;
}

/** The shortcut of an action, as a button that records another one. */
function KeysButton({ action, isRecording, onRecord, onSay }: Omit<RowProps, 'said'>) {
  const t = useTexts(canvasKeysTexts);
  const { id, isFixed } = action;
  const name = t(id);
  const keys = keysOf(id);
  const change = useRef<HTMLButtonElement>(null);
  const caps = keys.map((chord) => <Caps key={chord} chord={chord} />);
  const bind = (chord: Chord) => {
    const clash = rebindKey(id, chord);
    const words = clash
      ? t('clash', { chord: printed(chord), other: t(clash) })
      : t('changed', { action: name, chord: printed(chord) });
    onSay({ id, words, isRefused: clash !== undefined });
    onRecord(null);
    requestAnimationFrame(() => change.current?.focus());
  };
  if (isRecording) return <Recorder onChord={bind} onEnd={() => onRecord(null)} />;
  if (isFixed) {
    return (
      <span className={styles['fixed']} title={t('fixed')}>
        {caps}
      </span>
    );
  }
  return (
    <button
      ref={change}
      type="button"
      className={styles['keys']}
      aria-label={`${t('change', { action: name })}: ${keys.map(printed).join(' ') || t('noKey')}`}
      onClick={() => {
        onSay(null);
        onRecord(id);
      }}
    >
      {keys.length > 0 ? caps : <i>{t('noKey')}</i>}
    </button>
  );
}

function Row({ action, isRecording, said, onRecord, onSay }: RowProps) {
  const t = useTexts(canvasKeysTexts);
  const { id } = action;
  const name = t(id);
  const isChosen = useChosenKeys((state) => state.chosen[id] !== undefined);
  const reset = () => {
    const clash = resetKey(id);
    const words = clash ? t('resetClash', { other: t(clash) }) : t('reset', { action: name });
    onSay({ id, words, isRefused: clash !== undefined });
  };
  return (
    <li className={styles['row']}>
      <span className={styles['name']}>{name}</span>
      {isChosen && (
        <IconButton label={t('resetOne', { action: name })} size="small" onClick={reset}>
          <RotateCcw size={16} />
        </IconButton>
      )}
      {!action.isFixed && keysOf(id).length > 0 && !isRecording && (
        <IconButton
          className={styles['takeAway'] ?? ''}
          label={t('takeAway', { action: name })}
          size="small"
          onClick={() => unbindKey(id)}
        >
          <X size={16} />
        </IconButton>
      )}
      <KeysButton action={action} isRecording={isRecording} onRecord={onRecord} onSay={onSay} />
      {said?.id === id && said.isRefused && <p className={styles['refused']}>{said.words}</p>}
    </li>
  );
}

function matches(action: KeyAction, name: string, query: string): boolean {
  const words = [name, ...keysOf(action.id).map(printed)].join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word));
}

/** The actions that were found, by what they are about. */
function Groups({ found }: { found: readonly KeyAction[] }) {
  const t = useTexts(canvasKeysTexts);
  const [recording, setRecording] = useState<KeyActionId | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  return (
    <div className={styles['groups']}>
      <div className="visually-hidden" role="status">
        {said?.words}
      </div>
      {keyGroups.map((group) => {
        const members = found.filter((action) => action.group === group);
        if (members.length === 0) return null;
        return (
          <section key={group} aria-label={t(`group_${group}`)}>
            <h3>{t(`group_${group}`)}</h3>
            <ul>
              {members.map((action) => (
                <Row
                  key={action.id}
                  action={action}
                  isRecording={recording === action.id}
                  said={said}
                  onRecord={setRecording}
                  onSay={setSaid}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** Every key of the canvas, to look up and to change. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const t = useTexts(canvasKeysTexts);
  const [query, setQuery] = useState('');
  const hasChosen = useChosenKeys((state) => Object.keys(state.chosen).length > 0);
  const found = keyActions.filter((action) => matches(action, t(action.id), query));
  const reset = () => {
    resetKeys();
    speak(t('resetDone'));
  };
  return (
    <Dialog
      isOpen
      title={t('title')}
      width={760}
      onClose={onClose}
      actions={
        <>
          <Button disabled={!hasChosen} onClick={reset}>
            {t('resetAll')}
          </Button>
          <Button look="primary" onClick={onClose}>
            {t('done')}
          </Button>
        </>
      }
    >
      <p className={styles['intro']}>{t('intro')}</p>
      <SearchRow
        className={styles['search']}
        label={t('search')}
        value={query}
        autoFocus
        onChange={setQuery}
      />
      <Groups found={found} />
      {found.length === 0 && <p>{t('none', { query })}</p>}
    </Dialog>
  );
}
