import { ExternalLink } from 'lucide-react';
import { useDebounced } from '../../kit/lib/use-debounced.ts';
import { shareTexts } from '../../kit/texts/en/share.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import styles from './share-dialog.module.css';
import { type WidgetChoice, widgetDemoAddress } from './widget-sample.ts';

interface WidgetPreviewProps {
  flowId: string;
  choice: WidgetChoice;
  /** Whether visitors get at the flow at all. */
  isReachable: boolean;
}

// A title is shown once its writer pauses: each change reloads the page.
const pauseMs = 500;

/** The widget itself on a page of nobody, as visitors see it. */
export function WidgetPreview({ flowId, choice, isReachable }: WidgetPreviewProps) {
  const t = useTexts(shareTexts);
  const wanted = widgetDemoAddress(flowId, choice);
  const shown = useDebounced(wanted, pauseMs);
  return (
    <section className={styles['live']} aria-label={t('live')}>
      <header>
        <h3>{t('live')}</h3>
        {isReachable && (
          <a href={wanted} target="_blank" rel="noopener noreferrer">
            {t('liveOpen')} <ExternalLink size={14} />
          </a>
        )}
      </header>
      {isReachable ? (
        <div className={styles['frame']}>
          <iframe key={shown} src={shown} title={t('live')} />
        </div>
      ) : (
        <p className={styles['away']}>{t('livePrivate')}</p>
      )}
      <p className={styles['help']}>{isReachable && t('liveHelp')}</p>
    </section>
  );
}
