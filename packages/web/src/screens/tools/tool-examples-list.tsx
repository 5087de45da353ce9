import { Wrench } from 'lucide-react';
import { CardGrid } from '../../kit/lists/card-grid.tsx';
import { ListCard } from '../../kit/lists/list-card.tsx';
import { notify, notifyError } from '../../kit/state/notifier-store.ts';
import { toolsTexts } from '../../kit/texts/en/tools.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { EmptyState } from '../../kit/ui/empty-state.tsx';
import { toolExamples } from './tool-examples.ts';
import { ToolTile } from './tool-tile.tsx';
import styles from './tools.module.css';
import { useStoreTool } from './tools.queries.ts';

/** An empty toolkit: what a tool is, and three to begin with. */
export function ToolExamples({ onStart }: { onStart: () => void }) {
  const t = useTexts(toolsTexts);
  const store = useStoreTool();
  return (
    <>
      <EmptyState Icon={Wrench} title={t('empty')} text={t('emptyHelp')} />
      <CardGrid>
        {toolExamples.map((example) => (
          <ListCard
            key={example.name}
            title={example.name}
            isCode
            tile={<ToolTile color={example.color ?? ''} iconSrc="" />}
            text={example.description}
            foot={
              <Button
                size="small"
                isBusy={store.isPending}
                onClick={() =>
                  store.mutate(
                    { id: '', ...example },
                    { onSuccess: () => notify(t('added'), 'success'), onError: notifyError },
                  )
                }
              >
                {t('useExample', { name: example.name })}
              </Button>
            }
          />
        ))}
      </CardGrid>
      <p className={styles['orBlank']}>
        {t('orBlank')} <Button onClick={onStart}>{t('newBlank')}</Button>
      </p>
    </>
  );
}
