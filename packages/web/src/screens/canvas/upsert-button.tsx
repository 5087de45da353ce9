import { DatabaseZap } from 'lucide-react';
import { canvasFrameTexts } from '../../kit/texts/en/canvas-frame.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { ActionMenu } from '../../kit/ui/action-menu.tsx';
import { Button } from '../../kit/ui/button.tsx';
import styles from './top-bar.module.css';
import type { FlowActions } from './use-flow-actions.ts';
import { useUpsert } from './use-upsert.ts';

/** Fills a vector store that a loader is wired to; absent while the drawing has none. */
export function UpsertButton({ actions }: { actions: FlowActions }) {
  const t = useTexts(canvasFrameTexts);
  const { stores, filling, fill } = useUpsert(actions);
  const [first] = stores;
  if (!first) return null;
  const word = filling === null ? t('upsert') : t('upserting');
  const look = {
    className: styles['button'],
    look: 'quiet',
    icon: <DatabaseZap size={18} />,
    isBusy: filling !== null,
    // A busy button hides its text.
    'aria-label': word,
  } as const;
  if (stores.length === 1)
    return (
      <Button
        {...look}
        title={t('upsertHint', { store: first.label })}
        onClick={() => fill(first.id, first.label)}
      >
        {word}
      </Button>
    );
  return (
    <ActionMenu
      label={t('upsert')}
      actions={stores.map(({ id, label }) => ({
        id,
        label,
        remark: id,
        onSelect: () => fill(id, label),
      }))}
      renderButton={(props) => (
        <Button {...look} {...props}>
          {word}
        </Button>
      )}
    />
  );
}
