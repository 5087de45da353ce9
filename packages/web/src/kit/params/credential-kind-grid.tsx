import { type KeyboardEvent, useRef, useState } from 'react';
import type { CredentialKind } from '../api/credentials.queries.ts';
import { secretsTexts } from '../texts/en/secrets.ts';
import { useTexts } from '../texts/texts.ts';
import { SearchField } from '../ui/search-field.tsx';
import styles from './credential-form.module.css';
import { CredentialTile } from './credential-tile.tsx';

/** Every kind of secret as a card, found by typing; arrows go from card to card. */
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
  const wanted = search.trim().toLowerCase();
  const shown = kinds
    .filter((kind) => `${kind.label} ${kind.description ?? ''} ${kind.name}`.toLowerCase().includes(wanted))
    .sort((one, other) => {
      const isFirst = (kind: CredentialKind) => kind.label.toLowerCase().startsWith(wanted);
      // Who types "openai" wants that kind rather than one which only mentions it.
      const order = Number(isFirst(other)) - Number(isFirst(one));
      return order || one.label.localeCompare(other.label, 'en');
    });
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
            <button type="button" className={styles['kind']} onClick={() => onChoose(kind)}>
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

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 2,
  ArrowUp: -2,
  ArrowRight: 1,
  ArrowLeft: -1,
};

function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const buttons = [...(list?.querySelectorAll('button') ?? [])];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  const step = steps[event.key];
  if (step === undefined || buttons.length === 0) return;
  if (at < 0 && event.key !== 'ArrowDown') return;
  const next = at < 0 ? 0 : at + step;
  event.preventDefault();
  buttons[Math.min(Math.max(next, 0), buttons.length - 1)]?.focus();
}
