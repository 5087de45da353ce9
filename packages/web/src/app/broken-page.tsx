import { useRouteError } from 'react-router';
import { toMessage } from '../kit/lib/to-message.ts';
import { shellTexts } from '../kit/texts/en/shell.ts';
import { useTexts } from '../kit/texts/texts.ts';
import { Button } from '../kit/ui/button.tsx';
import { EmptyState } from '../kit/ui/empty-state.tsx';

/** Shown in place of a screen that failed to render or load. */
export function BrokenPage() {
  const t = useTexts(shellTexts);
  const error = useRouteError();
  return (
    <div role="alert">
      <EmptyState
        title={t('brokenPage')}
        text={`${t('brokenHint')} ${toMessage(error)}`}
        action={<Button onClick={() => window.location.reload()}>{t('reload')}</Button>}
      />
    </div>
  );
}
