import { useMemo, useState } from 'preact/hooks';
import type { AnswerEntry } from '../chat/chat-entry.ts';
import { listSources } from '../chat/source-list.ts';
import { useAnswerFeedback } from './answer-feedback.tsx';
import { CopyButton } from './copy-button.tsx';
import { DecisionCard } from './decision-card.tsx';
import { Icon } from './icon.tsx';
import { Markdown } from './markdown.tsx';
import { Sources } from './sources.tsx';
import { StepList } from './step-list.tsx';
import { ToolList } from './tool-list.tsx';
import { useWidget } from './widget-context.ts';

/** One answer with its sources, tools and actions. */
export function Answer({ entry }: { entry: AnswerEntry }) {
  const { t, settings, look } = useWidget();
  const { status, text, tools, steps, decision, check } = entry;
  const sources = useMemo(() => listSources(entry.sources), [entry.sources]);
  const [shown, setShown] = useState<number>();
  const isRunning = status === 'running';
  return (
    <article
      class="answer"
      aria-label={t('answer')}
      aria-busy={isRunning}
      data-boxed={Object.keys(look.answer).length > 0 || undefined}
      style={look.answer}
    >
      {steps.length > 0 && settings?.showsSteps && <StepList steps={steps} />}
      {text !== '' && (
        // A growing answer is read out sentence by sentence elsewhere.
        <div aria-live={isRunning ? 'off' : undefined}>
          <Markdown
            text={text}
            sources={entry.sources.length}
            onCite={setShown}
            unsupported={check?.unsupported}
          />
        </div>
      )}
      {check && check.unsupported.length > 0 && (
        <p class="check">{t('unsupportedCount', { count: check.unsupported.length, of: check.checked })}</p>
      )}
      {isRunning && <AtWork entry={entry} />}
      {status === 'waiting' && decision && <DecisionCard answerId={entry.id} decision={decision} />}
      {status === 'failed' && <Failure entry={entry} />}
      {tools.length > 0 && <ToolList tools={tools} />}
      {sources.length > 0 && <Sources sources={sources} shown={shown} onShow={setShown} />}
      {!isRunning && <AnswerFoot entry={entry} />}
    </article>
  );
}

function AtWork({ entry: { text, agent } }: { entry: AnswerEntry }) {
  const { t } = useWidget();
  if (text !== '') return <span class="dots one" aria-hidden="true" />;
  return (
    <p class="working" role="status">
      <span class="dots" aria-hidden="true" />
      {agent ? t('atWork', { name: agent }) : t('thinking')}
    </p>
  );
}

function Failure({ entry }: { entry: AnswerEntry }) {
  const { chat, t } = useWidget();
  return (
    <div class="failure" role="alert">
      <Icon name="alert" size={18} />
      <div>
        <strong>{t('failed')}</strong>
        <p>{entry.error || t('tryAgain')}</p>
        <button type="button" class="button" onClick={() => chat.retry(entry.id)}>
          {t('retry')}
        </button>
      </div>
    </div>
  );
}

function AnswerFoot({ entry }: { entry: AnswerEntry }) {
  const { t, settings } = useWidget();
  const { thumbs, thanks, words } = useAnswerFeedback(entry);
  const { text, status, messageId } = entry;
  const canRate = settings?.hasFeedback === true && messageId !== undefined;
  return (
    <>
      <div class="foot">
        {canRate && thumbs}
        {text !== '' && <CopyButton text={text} label={t('copy')} />}
        {status === 'stopped' && <span class="stopped">{t('stopped')}</span>}
        {canRate && thanks}
      </div>
      {words}
    </>
  );
}
