import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import type { Attachments } from './use-attachments.ts';
import { useWidget } from './widget-context.ts';

/** The attachments of the next question. */
export function AttachmentList({ attachments }: { attachments: Attachments }) {
  const { t } = useWidget();
  const { items, problem, remove } = attachments;
  return (
    <>
      {items.length > 0 && (
        <ul class="files" aria-label={t('attached')}>
          {items.map(({ id, name, upload }) => (
            <li key={id} aria-busy={upload === undefined}>
              <Icon name="file" size={16} />
              <span class="cut">{upload ? name : t('reading', { name })}</span>
              <IconButton icon="close" size={14} label={t('remove', { name })} onClick={() => remove(id)} />
            </li>
          ))}
        </ul>
      )}
      {problem !== '' && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
