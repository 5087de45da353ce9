import { placeWords, type TimedWord } from '@tendril/contract/voice/word-places';
import { Fragment, useMemo } from 'react';
import styles from './transcript.module.css';

interface SpokenTextProps {
  text: string;
  /** Words whose times are known. */
  words: readonly TimedWord[] | undefined;
  /** The moment that is looked at. */
  nowMs: number | undefined;
}

/** What somebody said; the word that sounds at the moment is lit. Words without a stated time are text alone. */
export function SpokenText({ text, words, nowMs }: SpokenTextProps) {
  const stated = useMemo(
    () => (words && placeWords(text, words))?.filter(({ isStated }) => isStated) ?? [],
    [text, words],
  );
  return (
    <>
      {stated.map(({ from, to, startMs, endMs }, index) => (
        <Fragment key={from}>
          {text.slice(stated[index - 1]?.to ?? 0, from)}
          <span
            className={styles['word']}
            data-word-ms={startMs}
            data-now={(nowMs !== undefined && nowMs >= startMs && nowMs < endMs) || undefined}
          >
            {text.slice(from, to)}
          </span>
        </Fragment>
      ))}
      {text.slice(stated.at(-1)?.to ?? 0)}
    </>
  );
}

/** When the word at a place of the page began to sound; undefined where there is none. */
export function wordMsAt(x: number, y: number): number | undefined {
  const word = document
    .elementsFromPoint(x, y)
    .find((element): element is HTMLElement => element instanceof HTMLElement && 'wordMs' in element.dataset);
  const ms = Number(word?.dataset['wordMs'] ?? Number.NaN);
  return Number.isNaN(ms) ? undefined : ms;
}
