import { useId } from 'preact/hooks';
import type { SourceEntry } from '../chat/source-list.ts';
import { Icon } from './icon.tsx';
import { useWidget } from './widget-context.ts';

interface SourcesProps {
  sources: readonly SourceEntry[];
  /** The number of the one whose passage is shown. */
  shown: number | undefined;
  onShow: (number: number | undefined) => void;
}

/** The sources of an answer: links to pages, and buttons that open a passage beneath them. */
export function Sources({ sources, shown, onShow }: SourcesProps) {
  const { t } = useWidget();
  const id = useId();
  const open = sources.find(({ numbers }) => shown !== undefined && numbers.includes(shown));
  return (
    <div class="sources">
      <ul class="chips" aria-label={t('sources')}>
        {sources.map((source) => (
          <li key={source.numbers[0]}>
            {source.url ? (
              <a
                class="chip"
                href={source.url}
                target="_blank"
                rel="noopener noreferrer nofollow"
                aria-label={`${source.numbers[0]} ${t('newTab', { title: source.title })}`}
              >
                <Content source={source} />
                <Icon name="out" size={14} />
              </a>
            ) : (
              <button
                type="button"
                class="chip"
                aria-expanded={source === open}
                aria-controls={source === open ? id : undefined}
                onClick={() => onShow(source === open ? undefined : source.numbers[0])}
              >
                <Content source={source} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {open && (
        <section
          id={id}
          class="passage"
          aria-label={t('source', { number: open.numbers[0] ?? 1, title: open.title })}
        >
          {open.passages.map((passage, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: passages have no name but their place
            <p key={place}>{passage}</p>
          ))}
          {open.url && (
            <a href={open.url} target="_blank" rel="noopener noreferrer nofollow">
              {open.url}
            </a>
          )}
        </section>
      )}
    </div>
  );
}

function Content({ source }: { source: SourceEntry }) {
  return (
    <>
      <span class="number">{source.numbers[0]}</span>
      <span class="cut">{source.title}</span>
    </>
  );
}
