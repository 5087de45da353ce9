import type { Call } from '@tendril/contract/api/calls';
import type { CallView } from '../../features/voice/call-view.ts';
import { callsTexts } from '../../kit/texts/en/calls.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { CallLineQuality } from './call-line-quality.tsx';
import facts from './calls.module.css';
import { soundFigures } from './sound-figures.ts';
import type { TrackLevel } from './track-levels.ts';
import { useRecordedSound } from './use-recorded-sound.ts';

interface CallAudioHealthProps {
  call: Call;
  view: CallView;
  durationMs: number;
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);
const rounded = (db: number) => Math.round(db);

/** Whether a spoken call sounded as it should: who talked over whom, silence, how loud each side was, and what was lost. */
export function CallAudioHealth({ call, view, durationMs }: CallAudioHealthProps) {
  const t = useTexts(callsTexts);
  const sound = useRecordedSound(call);
  const isCounted = view.quality.caller !== undefined || view.quality.agent !== undefined;
  if (call.endedAt === null || !(isCounted || view.spans.some(({ lane }) => lane !== 'tools'))) return null;
  const figures = soundFigures(view.spans, durationMs);
  const share = (ms: number) => Math.round((100 * ms) / Math.max(1, durationMs));
  const spoke = (ms: number) => t('spokeFor', { seconds: seconds(ms), share: share(ms) });
  return (
    <section className={facts['fact']}>
      <h2>{t('audioHealth')}</h2>
      <dl>
        <div>
          <dt>{t('talkOver')}</dt>
          <dd>
            {figures.talkOvers === 0
              ? t('never')
              : t('talkOvers', { count: figures.talkOvers, seconds: seconds(figures.talkOverMs) })}
          </dd>
        </div>
        <div>
          <dt>{t('silence')}</dt>
          <dd>
            {t('silences', {
              seconds: seconds(figures.silenceMs),
              longest: seconds(figures.longestSilenceMs),
            })}
          </dd>
        </div>
        <div>
          <dt>{t('callerSpoke')}</dt>
          <dd>{spoke(figures.callerMs)}</dd>
        </div>
        <div>
          <dt>{t('agentSpoke')}</dt>
          <dd>{spoke(figures.agentMs)}</dd>
        </div>
        {sound && <Level label={t('callerLevel')} level={sound.tracks.caller} />}
        {sound && <Level label={t('agentLevel')} level={sound.tracks.agent} />}
      </dl>
      {!sound && <small>{t('noLevels')}</small>}
      <CallLineQuality quality={view.quality} />
    </section>
  );
}

function Level({ label, level }: { label: string; level: TrackLevel }) {
  const t = useTexts(callsTexts);
  const { speechDb, peakDb, clipped } = level;
  return (
    <div>
      <dt>
        {label}
        {clipped > 0 && (
          <>
            {' '}
            <small>{t('clipped', { count: clipped })}</small>
          </>
        )}
      </dt>
      <dd>
        {speechDb === undefined || peakDb === undefined
          ? t('nothingHeard')
          : t('levelOf', { speech: rounded(speechDb), peak: rounded(peakDb) })}
      </dd>
    </div>
  );
}
