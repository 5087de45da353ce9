import { Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import { clockText } from '../../features/voice/call-drawing/clock-text.ts';
import type { CallView } from '../../features/voice/call-view.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { IconButton } from '../../kit/ui/icon-button.tsx';
import { startOf } from './call-moments.ts';
import styles from './call-player.module.css';
import { tenthsText } from './tenths-text.ts';
import type { Playhead } from './use-playhead.ts';

interface CallPlayerProps {
  view: CallView;
  durationMs: number;
  playhead: Playhead;
  hasRecording: boolean;
}

/** Before a line is gone back past it, as players of music do. */
const restMs = 800;

/** Plays a call, goes from line to line, and says what there is in it. */
export function CallPlayer({ view, durationMs, playhead, hasRecording }: CallPlayerProps) {
  const t = useTexts(callsTexts);
  const { nowMs, isPlaying, rate } = playhead;
  const starts = view.entries.map((entry) => startOf(entry, view)).sort((one, other) => one - other);
  const back = () => playhead.moveTo(starts.findLast((at) => at < nowMs - restMs) ?? 0);
  const on = () => playhead.moveTo(starts.find((at) => at > nowMs + 1) ?? durationMs);
  const count = (kind: 'agent' | 'tool') => view.entries.filter((entry) => entry.kind === kind).length;
  const bargeIns = view.entries.filter((entry) => entry.kind === 'agent' && entry.interruption).length;
  return (
    <div className={styles['player']}>
      {hasRecording && (
        <IconButton
          size="large"
          className={styles['play'] ?? ''}
          label={t(isPlaying ? 'pause' : 'play')}
          onClick={playhead.toggle}
        >
          {isPlaying ? <Pause size={20} /> : <Play size={20} />}
        </IconButton>
      )}
      <p className={styles['time']}>
        <b>{tenthsText(nowMs)}</b> / {clockText(durationMs)}
      </p>
      <IconButton label={t('lineBack')} onClick={back}>
        <SkipBack size={18} />
      </IconButton>
      <IconButton label={t('lineOn')} onClick={on}>
        <SkipForward size={18} />
      </IconButton>
      {hasRecording && (
        <Button size="small" aria-label={t('rate', { rate })} onClick={playhead.nextRate}>
          {rate}×
        </Button>
      )}
      <p className={styles['counts']}>
        {bargeIns > 0 && <span data-kind="barge-in">{t('bargeIns', { count: bargeIns })}</span>}
        {count('tool') > 0 && <span data-kind="tool">{t('toolCalls', { count: count('tool') })}</span>}
        {count('agent') > 0 && <span>{t('turns', { count: count('agent') })}</span>}
      </p>
    </div>
  );
}
