import { useRouteError } from 'react-router';
import { toMessage } from '../kit/lib/to-message.ts';
import { shellTexts } from '../kit/texts/en/shell.ts';
import { useTexts } from '../kit/texts/texts.ts';
import { Button } from '../kit/ui/button.tsx';
import { EmptyState } from '../kit/ui/empty-state.tsx';

// As browsers and the bundler word it: a file of an earlier build is gone after an update.
const missingPart = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/** Shown in place of a screen that failed to render or load. */
export function BrokenPage() {
  const t = useTexts(shellTexts);
  const error = useRouteError();
  const isMissing = missingPart.test(toMessage(error));
  return (
    <div role="alert">
      <EmptyState
        title={t(isMissing ? 'outdatedPage' : 'brokenPage')}
        text={isMissing ? t('outdatedHint') : `${t('brokenHint')} ${toMessage(error)}`}
        action={<Button onClick={() => window.location.reload()}>{t('reload')}</Button>}
      />
    </div>
  );
}
