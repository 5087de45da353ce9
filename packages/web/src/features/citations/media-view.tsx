import type { CitedDocument } from '@tendril/contract/api/citations';
import { Play } from 'lucide-react';
import { useRef } from 'react';
import { citationTexts } from '../../kit/texts/en/citations.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import type { CitationTarget } from './citation-target.ts';
import styles from './citation-viewer.module.css';
import { citedFileAddress } from './citations.queries.ts';
import { MarkedPassage } from './marked-passage.tsx';

interface MediaViewProps {
  document: CitedDocument;
  target: CitationTarget;
  sentence: string;
}

/** "1:04:09" */
function clockTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** A recording at the second that is cited, or a picture; with the words that were found in it. */
export function MediaView({ document, target, sentence }: MediaViewProps) {
  const t = useTexts(citationTexts);
  const player = useRef<HTMLAudioElement>(null);
  const address = citedFileAddress(target);
  const [startMs = 0] = document.places.flatMap(({ time }) => time?.[0] ?? []);
  const seek = () => {
    if (player.current) player.current.currentTime = startMs / 1000;
  };
  return (
    <div className={styles['media']}>
      {document.view === 'sound' ? (
        <div className={styles['sound']}>
          {/* biome-ignore lint/a11y/useMediaCaption: its words stand below */}
          <audio
            ref={player}
            controls
            preload="metadata"
            src={address}
            aria-label={t('sound', { name: document.name })}
            onLoadedMetadata={seek}
          />
          <Button
            onClick={() => {
              seek();
              void player.current?.play();
            }}
          >
            <Play size={16} />
            {t('playFrom', { time: clockTime(startMs) })}
          </Button>
        </div>
      ) : (
        <img src={address} alt={document.name} />
      )}
      <MarkedPassage text={document.text} sentence={sentence} />
    </div>
  );
}
