import { useState } from 'react';
import { whyTexts } from '../../../kit/texts/en/why.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import styles from './json-tree.module.css';

const openDepth = 2;
const shownItems = 40;
const shownLetters = 400;

type Branch = readonly (readonly [key: string, value: unknown])[];

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;
const entriesOf = (value: object): Branch =>
  Array.isArray(value) ? value.map((item, at) => [String(at), item] as const) : Object.entries(value);

function Text({ text }: { text: string }) {
  const t = useTexts(whyTexts);
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > shownLetters;
  return (
    <>
      <span className={styles['text']}>{isLong && !isWhole ? `${text.slice(0, shownLetters)}…` : text}</span>
      {isLong && (
        <button type="button" className={styles['more']} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('showLess') : t('showLetters', { count: text.length })}
        </button>
      )}
    </>
  );
}

function Leaf({ value }: { value: unknown }) {
  if (typeof value === 'string') return <Text text={value} />;
  return <span className={styles['plain']}>{String(value)}</span>;
}

function Rows({ entries, depth }: { entries: Branch; depth: number }) {
  const t = useTexts(whyTexts);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? entries : entries.slice(0, shownItems);
  return (
    <ul className={styles['rows']}>
      {shown.map(([key, value]) => (
        <li key={key}>
          <Item name={key} value={value} depth={depth} />
        </li>
      ))}
      {entries.length > shown.length && (
        <li>
          <button type="button" className={styles['more']} onClick={() => setWhole(true)}>
            {t('showItems', { count: entries.length })}
          </button>
        </li>
      )}
    </ul>
  );
}

function Item({ name, value, depth }: { name: string; value: unknown; depth: number }) {
  const t = useTexts(whyTexts);
  // Folded parts are not drawn before they are opened: a value may be large.
  const [isOpen, setOpen] = useState(depth < openDepth);
  if (!isBranch(value)) {
    return (
      <div className={styles['leaf']}>
        <span className={styles['key']}>{name}</span> <Leaf value={value} />
      </div>
    );
  }
  const entries = entriesOf(value);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={styles['key']}>{name}</span>{' '}
        <small>{t(Array.isArray(value) ? 'itemCount' : 'keyCount', { count: entries.length })}</small>
      </summary>
      {isOpen && entries.length > 0 && <Rows entries={entries} depth={depth + 1} />}
    </details>
  );
}

/** A value as a tree that folds; long texts and lists show their beginning. */
export function JsonTree({ value }: { value: unknown }) {
  return (
    <div className={styles['tree']}>
      {isBranch(value) ? <Rows entries={entriesOf(value)} depth={1} /> : <Leaf value={value} />}
    </div>
  );
}
