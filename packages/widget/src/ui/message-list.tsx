import { useEffect, useRef } from 'preact/hooks';
import type { QuestionEntry } from '../chat/chat-entry.ts';
import { mustLeaveLead } from '../chat/chat-state.ts';
import { Answer } from './answer.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { LeadCard } from './lead-card.tsx';
import { useStickToEnd } from './use-stick-to-end.ts';
import { useWidget } from './widget-context.ts';

/** The greeting and the conversation, scrolled to the end while it grows. */
export function MessageList() {
  const { state, t } = useWidget();
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { isAtEnd, goToEnd } = useStickToEnd(box, content);
  const count = state.entries.length;
  // A new question is always scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count is what has changed
  useEffect(goToEnd, [count, goToEnd]);
  return (
    <div class="messages">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard too */}
      <div ref={box} class="scroll" role="log" tabIndex={0} aria-live="off" aria-label={t('conversation')}>
        <div ref={content} class="column">
          <Greeting />
          {state.entries.map((entry) =>
            entry.kind === 'question' ? (
              <Question key={entry.id} entry={entry} />
            ) : (
              <Answer key={entry.id} entry={entry} />
            ),
          )}
        </div>
      </div>
      {!isAtEnd && <IconButton icon="newest" class="newest" label={t('newest')} onClick={goToEnd} />}
    </div>
  );
}

function Greeting() {
  const { state, settings, options, t } = useWidget();
  const isEmpty = state.entries.length === 0;
  const isGated = mustLeaveLead(state);
  const welcome = options.welcome || settings?.welcome || (isEmpty && !isGated ? t('empty') : '');
  const hasThanks = isEmpty && state.lead !== undefined && settings?.lead?.thanks;
  return (
    <>
      {welcome !== '' && <p class="greeting">{welcome}</p>}
      {isGated && settings?.lead && <LeadCard form={settings.lead} />}
      {hasThanks && (
        <p class="greeting" role="status">
          {hasThanks}
        </p>
      )}
    </>
  );
}

function Question({ entry: { text, files } }: { entry: QuestionEntry }) {
  const { look, t } = useWidget();
  const isSpoken = text === '' && files.length === 0;
  return (
    <article class="question" aria-label={t('you')} style={look.question}>
      {(text !== '' || isSpoken) && <p>{text || t('spoken')}</p>}
      {files.map((name) => (
        <p key={name} class="sent">
          <Icon name="file" size={14} /> {name}
        </p>
      ))}
    </article>
  );
}
