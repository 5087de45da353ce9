import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import type { SourceEntry } from './source-list.ts';
import styles from './sources.module.css';

/** The passage an answer used, with what is known about it. */
export function SourceDialog({
  source,
  isOpen,
  onClose,
}: {
  source: SourceEntry;
  isOpen: boolean;
  onClose: () => void;
}) {
  const t = useTexts(chatTexts);
  const title = t('sourceNamed', { number: source.numbers[0] ?? 1, title: source.title });
  return (
    <Dialog isOpen={isOpen} title={title} onClose={onClose} width={640}>
      {source.documents.map((document, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: passages have no id and keep their places
        <section key={index} className={styles['passage']}>
          <p className={styles['text']}>{document.pageContent}</p>
          <dl>
            {factsOf(document.metadata).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}

function factsOf(metadata: Readonly<Record<string, unknown>> | undefined): [name: string, value: string][] {
  return Object.entries(metadata ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  ]);
}
