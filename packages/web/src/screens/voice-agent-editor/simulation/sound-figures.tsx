import type { SimulationResult } from '@tendril/contract/api/simulations';
import { Link } from 'react-router';
import { simulationTexts } from '../../../kit/texts/en/voice-simulations.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import styles from './simulation.module.css';
import { takenText } from './taken-text.ts';

interface SoundFiguresProps {
  sound: NonNullable<SimulationResult['sound']>;
  callId: string;
}

/** What the caller of a spoken case has measured, and the way to what was heard. */
export function SoundFigures({ sound: { answerMs, stopMs, talkOverMs }, callId }: SoundFiguresProps) {
  const t = useTexts(simulationTexts);
  const stops = stopMs.map((ms) => (ms === null ? t('notStopped') : takenText(ms)));
  const figures = [
    answerMs.length > 0 && t('answeredIn', { times: answerMs.map(takenText).join(', ') }),
    stops.length > 0 && t('stoppedIn', { times: stops.join(', ') }),
    talkOverMs > 0 && t('talkedOver', { time: takenText(talkOverMs) }),
  ];
  return (
    <p className={styles['never']}>
      {figures.filter(Boolean).join(' · ')} <Link to={`/calls/${callId}`}>{t('openCall')}</Link>
    </p>
  );
}
