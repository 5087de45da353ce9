import { knowledgeWorkTexts } from '../../../kit/texts/en/knowledge-work.ts';
import { useTexts } from '../../../kit/texts/texts.ts';
import styles from './chunk-ruler.module.css';
import { rulerTicks } from './ruler-ticks.ts';

const shown = [0, 1, 2];

/** Three chunks on a scale of characters, with what they share. */
export function ChunkRuler({ size, overlap }: { size: number; overlap: number }) {
  const t = useTexts(knowledgeWorkTexts);
  const step = size - overlap;
  const span = size + (shown.length - 1) * step;
  const share = (characters: number) => `${(characters / span) * 100}%`;
  const words = { size: size.toLocaleString('en-US'), overlap: overlap.toLocaleString('en-US') };
  return (
    <figure className={styles['box']}>
      <div className={styles['scale']} aria-hidden="true">
        {rulerTicks(span).map((tick) => (
          <span key={tick} style={{ insetInlineStart: share(tick) }}>
            <i>{tick.toLocaleString('en-US')}</i>
          </span>
        ))}
      </div>
      <div className={styles['lanes']} aria-hidden="true">
        {shown.map((index) => (
          <div key={index} className={styles['lane']}>
            <span
              className={styles['chunk']}
              style={{ insetInlineStart: share(index * step), inlineSize: share(size) }}
            >
              {index > 0 && overlap > 0 && (
                <i className={styles['shared']} style={{ inlineSize: `${(overlap / size) * 100}%` }} />
              )}
              <b>{index + 1}</b>
            </span>
          </div>
        ))}
      </div>
      <figcaption>{t('ruler', words)}</figcaption>
    </figure>
  );
}
