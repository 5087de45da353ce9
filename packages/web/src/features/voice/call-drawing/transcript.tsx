import { type ReactNode, useEffect, useRef } from 'react';
import { voiceCallTexts } from '../../../kit/texts/en/voice-calls.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import { useListStop } from '../../../kit/ui/use-list-stop.ts';
import type { CallEntry } from '../call-view.ts';
import { AgentLine } from './agent-line.tsx';
import { clockText } from './clock-text.ts';
import { NoteLine } from './note-line.tsx';
import { SpokenText, wordMsAt } from './spoken-text.tsx';
import { ToolLine } from './tool-line.tsx';
import styles from './transcript.module.css';

interface TranscriptProps {
  entries: readonly CallEntry[];
  /** Shown while there is nothing yet. */
  empty: ReactNode;
  /** The agent is about to say something. */
  isThinking?: boolean;
  /** Buttons at a line of the caller or the agent, and whether Tab reaches them. */
  actions?: (entry: CallEntry, tabIndex: 0 | -1) => ReactNode;
  /** The line of the moment that is looked at; it stays in view instead of the newest. */
  currentId?: string | undefined;
  /** Another number brings the line at `currentId` into view again. */
  moves?: number;
  /** The moment that is looked at: the word that sounds then is lit. */
  nowMs?: number | undefined;
  /** A press on a line, and when the word began to sound that was pressed; undefined beside words with a time. */
  onPick?: (entry: CallEntry, wordMs: number | undefined) => void;
}

const nearEndPx = 80;

/** The transcript of a call; it follows the newest line unless the user has scrolled up. */
export function Transcript(props: TranscriptProps) {
  const { entries, empty, isThinking = false, actions, currentId, moves, nowMs, onPick } = props;
  const t = useTexts(voiceCallTexts);
  const box = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  const { stop, propsOf } = useListStop(
    entries.map(({ id }) => id),
    currentId,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the lines moves the end
  useEffect(() => {
    const element = box.current;
    if (element && isFollowing.current && onPick === undefined) element.scrollTop = element.scrollHeight;
  }, [entries, isThinking]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a line that was scrolled away is gone to by a second move to it
  useEffect(() => {
    const line = currentId !== undefined && box.current?.querySelector<HTMLElement>('[aria-current]');
    if (line && box.current) keepInView(box.current, line);
  }, [currentId, moves]);
  return (
    <div
      ref={box}
      className={styles['transcript']}
      role="log"
      aria-label={t('transcript')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by the keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        isFollowing.current = scrollHeight - scrollTop - clientHeight < nearEndPx;
      }}
    >
      {entries.length === 0 && !isThinking && <p className={styles['empty']}>{empty}</p>}
      <ol>
        {entries.map((entry, at) => (
          <li
            key={entry.id}
            className={styles[entry.kind]}
            data-replayed={isReplayed(entry) || undefined}
            aria-current={entry.id === currentId || undefined}
          >
            <Line entry={entry} nowMs={entry.id === currentId ? nowMs : undefined} />
            {onPick && (
              <button
                type="button"
                className={styles['pick']}
                {...propsOf(entry.id)}
                aria-label={t('moveTo', { time: clockText(entry.offsetMs) })}
                onClick={({ clientX, clientY }) => onPick(entry, wordMsAt(clientX, clientY))}
              />
            )}
            {actions && (
              <span className={styles['actions']}>
                {actions(entry, onPick && entry.id !== stop ? -1 : 0)}
              </span>
            )}
            {isReplayed(entry) && !isReplayed(entries[at + 1]) && (
              <p className={styles['replayed']}>{t('replayed')}</p>
            )}
          </li>
        ))}
      </ol>
      {isThinking && (
        <p className={styles['thinking']}>
          <i className={styles['caret']} aria-hidden /> {t('thinking')}
        </p>
      )}
    </div>
  );
}

/** Scrolls a box, and nothing around it. */
function keepInView(box: HTMLElement, line: HTMLElement): void {
  const top = line.offsetTop - box.offsetTop;
  const isSeen = top >= box.scrollTop && top + line.offsetHeight <= box.scrollTop + box.clientHeight;
  if (!isSeen) box.scrollTop = top - box.clientHeight / 3;
}

function isReplayed(entry: CallEntry | undefined): boolean {
  return entry !== undefined && 'isReplayed' in entry && entry.isReplayed === true;
}

function Line({ entry, nowMs }: { entry: CallEntry; nowMs: number | undefined }) {
  const t = useTexts(voiceCallTexts);
  switch (entry.kind) {
    case 'caller':
      return (
        <>
          <time>{clockText(entry.offsetMs)}</time>
          <b>{t('caller')}</b>
          <p data-interim={entry.isInterim || undefined}>
            <SpokenText text={entry.text} words={entry.words} nowMs={nowMs} />
            {entry.isTyped && <small>{t('typed')}</small>}
          </p>
        </>
      );
    case 'target':
      return (
        <>
          <time>{clockText(entry.offsetMs)}</time>
          <b>{t('transferTarget')}</b>
          <p>
            <SpokenText text={entry.text} words={entry.words} nowMs={nowMs} />
          </p>
        </>
      );
    case 'agent':
      return <AgentLine entry={entry} nowMs={nowMs} />;
    case 'tool':
      return <ToolLine entry={entry} />;
    case 'note':
      return <NoteLine entry={entry} />;
  }
}
