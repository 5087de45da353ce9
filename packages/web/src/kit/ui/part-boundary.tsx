import { Component, type ReactNode } from 'react';
import { uiTexts } from '../texts/en/ui.ts';
import { useTexts } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { ErrorState } from './error-state.tsx';

interface BoundaryState {
  /** The thrown value, wrapped so that a thrown `undefined` counts too. */
  failure: { thrown: unknown } | null;
}

function Failed({ thrown, onRetry }: { thrown: unknown; onRetry: () => void }) {
  const t = useTexts(uiTexts);
  return (
    <div>
      <ErrorState title={t('partFailed')} error={thrown} onRetry={onRetry} />
      <p style={{ textAlign: 'center' }}>
        <Button size="small" look="quiet" onClick={() => window.location.reload()}>
          {t('reloadPage')}
        </Button>
      </p>
    </div>
  );
}

/** An error boundary: a part that fails or cannot be loaded does not break the page around it. */
export class PartBoundary extends Component<{ children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { failure: null };

  static getDerivedStateFromError(thrown: unknown): BoundaryState {
    return { failure: { thrown } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return <Failed thrown={failure.thrown} onRetry={() => this.setState({ failure: null })} />;
  }
}
