import { CircleAlert } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { chatTexts, traceTexts } from '../../kit/texts/en/chat.ts';
import { say, useTexts } from '../../kit/texts/texts.ts';
import { Button } from '../../kit/ui/button.tsx';
import { CitedAnswerContext } from '../citations/cited-answer.ts';
import { itemWords } from '../runs/item-words.ts';
import { AgentSteps } from './agent-steps.tsx';
import styles from './answer.module.css';
import { AnswerFoot } from './answer-foot.tsx';
import type { AnswerView } from './answer-view.ts';
import { ApprovalCard } from './approval-card.tsx';
import { useChatActs } from './chat-acts.ts';
import { RunNotes } from './run-notes.tsx';
import { SourceCheckLine } from './source-check-line.tsx';
import { SourceChips } from './source-chips.tsx';
import { listSources } from './source-list.ts';
import { ToolChips } from './tool-chips.tsx';

const AnswerMarkdown = lazy(async () => ({
  default: (await import('./answer-markdown.tsx')).AnswerMarkdown,
}));

interface AnswerProps {
  /** Of the entry in the conversation. */
  id?: string;
  look: 'panel' | 'page';
  view: AnswerView;
  /** The newest answer shows all about itself, older ones a line. */
  isNewest: boolean;
  onRetry?: (() => void) | undefined;
  onOpenTrace?: ((runId: string) => void) | undefined;
}

/** One answer with its steps, tools, sources and figures. */
export function Answer({ id = '', look, view, isNewest, onRetry, onOpenTrace }: AnswerProps) {
  const t = useTexts(chatTexts);
  const acts = useChatActs();
  const { text, status, agentSteps, usedTools } = view;
  const sources = useMemo(() => listSources(view.sources), [view.sources]);
  const isRunning = status === 'running';
  // What a waiting run asks stands in the card of the decision.
  const isInCard = status === 'waiting' && view.action?.data.input.trim() === text.trim();
  const cited = useMemo(
    () => (acts.citations && view.messageId ? { ...acts.citations, messageId: view.messageId } : null),
    [acts.citations, view.messageId],
  );
  return (
    <CitedAnswerContext value={cited}>
      <article
        className={styles['answer']}
        data-boxed={acts.look?.answer !== undefined || undefined}
        style={acts.look?.answer}
        aria-label={t('answerOf')}
        aria-busy={isRunning || undefined}
      >
        {agentSteps.length > 0 && acts.showsSteps !== false && (
          <AgentSteps steps={agentSteps} isRunning={isRunning} />
        )}
        {text !== '' && !isInCard && (
          // A growing answer is announced sentence by sentence elsewhere.
          <div className={styles['text']} aria-live={isRunning ? 'off' : undefined}>
            <Suspense fallback={<p className={styles['plain']}>{text}</p>}>
              <AnswerMarkdown text={text} sources={sources} unsupported={view.sourceCheck?.unsupported} />
            </Suspense>
          </div>
        )}
        {view.sourceCheck && <SourceCheckLine check={view.sourceCheck} />}
        {isRunning && <AtWork view={view} />}
        {(isRunning || isNewest) && <RunNotes trace={view.trace} />}
        {status === 'waiting' && view.action && (
          <ApprovalCard
            action={view.action}
            isDisabled={!acts.decide}
            onDecide={(decision, note, words) => acts.decide?.(id, decision, note, words)}
          />
        )}
        {status === 'failed' && (
          <Failure error={acts.errorText || view.error} nodeId={failedNode(view)} onRetry={onRetry} />
        )}
        {usedTools.length > 0 && <ToolChips tools={usedTools} />}
        {sources.length > 0 && (isNewest || look === 'page') && <SourceChips sources={sources} text={text} />}
        {!isRunning && (
          <AnswerFoot
            id={id}
            look={look}
            view={view}
            sourceCount={sources.length}
            isNewest={isNewest}
            onRetry={status === 'failed' ? undefined : onRetry}
            onOpenTrace={onOpenTrace}
          />
        )}
      </article>
    </CitedAnswerContext>
  );
}

function inItem(name: string, frame: string, items: number | undefined): string {
  return say(traceTexts, 'itemTitle', { name, item: itemWords({ frame, items }) });
}

function AtWork({ view }: { view: AnswerView }) {
  const t = useTexts(chatTexts);
  const open = view.trace.spans.findLast(({ status }) => status === 'running');
  const label = view.nextAgent ?? open?.label;
  const name =
    label !== undefined && open?.frame !== undefined ? inItem(label, open.frame, open.items) : label;
  if (view.text !== '') return <span className={styles['caret']} aria-hidden="true" />;
  return (
    <p className={styles['working']} role="status">
      <span className={styles['dots']} aria-hidden="true" />
      {name ? t('atWork', { name }) : t('thinking')}
    </p>
  );
}

/** Where a run failed: the innermost node, whose failure the others only pass on. */
function failedNode({ trace }: AnswerView): string | undefined {
  return trace.spans.findLast(({ status }) => status === 'failed')?.nodeId;
}

interface FailureProps {
  error: string | undefined;
  nodeId: string | undefined;
  onRetry: (() => void) | undefined;
}

function Failure({ error, nodeId, onRetry }: FailureProps) {
  const t = useTexts(chatTexts);
  const { showNode, fixNode } = useChatActs();
  return (
    <div className={styles['failure']} role="alert">
      <CircleAlert size={16} />
      <div>
        <strong>{t('failed')}</strong>
        {error && <p>{error}</p>}
        <div className={styles['ways']}>
          {fixNode && nodeId !== undefined && (
            <Button size="small" onClick={() => fixNode(nodeId)}>
              {t('fixNode')}
            </Button>
          )}
          {showNode && nodeId !== undefined && (
            <Button size="small" onClick={() => showNode(nodeId)}>
              {t('showNode')}
            </Button>
          )}
          {onRetry && (
            <Button size="small" onClick={onRetry}>
              {t('retry')}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
