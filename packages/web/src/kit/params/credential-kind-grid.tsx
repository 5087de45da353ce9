import { type KeyboardEvent, useRef, useState } from 'react';
import type { CredentialKind } from '../api/credentials.queries.ts';
import { secretsTexts } from '../texts/en/secrets.ts';
import { useTexts } from '../texts/texts.ts';
import { SearchField } from '../ui/search-field.tsx';
import styles from './credential-form.module.css';
import { CredentialTile } from './credential-tile.tsx';

/** Every kind of secret as a card, found by typing; one stop of Tab, in which arrows go from card to card. */
export function CredentialKindGrid({
  kinds,
  onChoose,
}: {
  kinds: readonly CredentialKind[];
  onChoose: (kind: CredentialKind) => void;
}) {
  const t = useTexts(secretsTexts);
  const [search, setSearch] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const [reached, setReached] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = kinds
    .filter((kind) => `${kind.label} ${kind.description ?? ''} ${kind.name}`.toLowerCase().includes(wanted))
    .sort((one, other) => {
      const isFirst = (kind: CredentialKind) => kind.label.toLowerCase().startsWith(wanted);
      // Who types "openai" wants that kind rather than one which only mentions it.
      const order = Number(isFirst(other)) - Number(isFirst(one));
      return order || one.label.localeCompare(other.label, 'en');
    });
  const stop = shown.some(({ name }) => name === reached) ? reached : shown[0]?.name;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows only move the focus between the buttons inside
    <div className={styles['picker']} onKeyDown={(event) => moveFocus(event, list.current)}>
      <SearchField label={t('searchKinds')} value={search} onChange={setSearch} />
      {shown.length === 0 && (
        <p role="status" className={styles['none']}>
          {t('noKind', { search })}
        </p>
      )}
      <ul ref={list} className={styles['grid']} aria-label={t('kinds')}>
        {shown.map((kind) => (
          <li key={kind.name}>
            <button
              type="button"
              tabIndex={kind.name === stop ? 0 : -1}
              className={styles['kind']}
              onFocus={() => setReached(kind.name)}
              onClick={() => onChoose(kind)}
            >
              <CredentialTile kind={kind} size={40} />
              <span>
                <strong>{kind.label}</strong>
                <small>{kind.description}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** How many cards stand beside each other, which depends on the width of the dialog. */
function columnsOf(buttons: readonly HTMLElement[]): number {
  const top = buttons[0]?.getBoundingClientRect().top;
  return Math.max(1, buttons.filter((button) => button.getBoundingClientRect().top === top).length);
}

function placeAfter(key: string, at: number, buttons: readonly HTMLElement[]): number | undefined {
  const last = buttons.length - 1;
  if (at < 0) return key === 'ArrowDown' ? 0 : undefined;
  switch (key) {
    case 'ArrowRight':
      return at + 1;
    case 'ArrowLeft':
      return at - 1;
    case 'ArrowDown':
      return at + columnsOf(buttons);
    case 'ArrowUp':
      return at - columnsOf(buttons);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const buttons = [...(list?.querySelectorAll('button') ?? [])];
  const next = placeAfter(event.key, buttons.indexOf(event.target as HTMLButtonElement), buttons);
  if (next === undefined || buttons.length === 0) return;
  event.preventDefault();
  buttons[Math.min(Math.max(next, 0), buttons.length - 1)]?.focus();
}
