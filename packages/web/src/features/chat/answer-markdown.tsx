import type { UnsupportedClaim } from '@tendril/contract/provider/answer';
import { createContext, type ReactNode, useContext, useDeferredValue } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { chatTexts } from '../../kit/texts/en/chat.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { CopyButton } from '../../kit/ui/copy-button.tsx';
import styles from './answer-markdown.module.css';
import { CitationChip } from './citation-chip.tsx';
import { citationNumber, markCitations } from './mark-citations.ts';
import { markUnsupported } from './mark-unsupported.ts';
import type { SourceEntry } from './source-list.ts';
import { SourcesContext } from './sources-context.ts';
import { UnsupportedMark } from './unsupported-mark.tsx';

interface AnswerMarkdownProps {
  text: string;
  sources: readonly SourceEntry[];
  /** Sentences that the sources do not bear out. */
  unsupported?: readonly UnsupportedClaim[] | undefined;
}

const noClaims: readonly UnsupportedClaim[] = [];
const ClaimsContext = createContext(noClaims);

const schema = {
  ...defaultSchema,
  tagNames: [...(defaultSchema.tagNames ?? []), 'mark'],
  attributes: { ...defaultSchema.attributes, mark: ['dataClaim', 'dataFirst'] },
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
};

/** The part of an HTML tree that holds its words. */
interface HtmlNode {
  type: string;
  value?: string;
  children?: HtmlNode[];
}

const components: Components = {
  a: ({ href = '', title = '', children }) => {
    const number = citationNumber(href);
    return number === undefined ? (
      <SafeLink href={href}>{children}</SafeLink>
    ) : (
      <CitationChip number={number} sentence={title} />
    );
  },
  img: ({ src, alt }) => <PictureLink src={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
  mark: ({ node, children }) => (
    <ClaimMark
      claim={Number(node?.properties['dataClaim'])}
      isFirst={node?.properties['dataFirst'] !== undefined}
    >
      {children}
    </ClaimMark>
  ),
  pre: ({ node }) => <CodeBlock text={node ? textOf(node) : ''} />,
  table: ({ children }) => (
    <div className={styles['table']}>
      <table>{children}</table>
    </div>
  ),
};

/** An answer's Markdown made safe: no HTML, no pictures that load by themselves, links only to the web and mail. */
export function AnswerMarkdown({ text, sources, unsupported = noClaims }: AnswerMarkdownProps) {
  // A long answer is parsed as fast as the machine can, not once for each token.
  const shown = useDeferredValue(text);
  const highest = Math.max(0, ...sources.flatMap(({ numbers }) => numbers));
  return (
    <SourcesContext value={sources}>
      <ClaimsContext value={unsupported}>
        <div className={styles['markdown']}>
          <Markdown
            remarkPlugins={[
              remarkGfm,
              [markUnsupported, { source: shown, claims: unsupported }],
              [markCitations, highest],
            ]}
            rehypePlugins={[[rehypeSanitize, schema]]}
            components={components}
          >
            {shown}
          </Markdown>
        </div>
      </ClaimsContext>
    </SourcesContext>
  );
}

interface ClaimMarkProps {
  claim: number;
  isFirst: boolean;
  children: ReactNode;
}

function ClaimMark({ claim, isFirst, children }: ClaimMarkProps) {
  const { reason } = useContext(ClaimsContext)[claim] ?? {};
  if (reason === undefined) return <>{children}</>;
  return (
    <UnsupportedMark reason={reason} isFirst={isFirst}>
      {children}
    </UnsupportedMark>
  );
}

function SafeLink({ href, children }: { href: string; children: ReactNode }) {
  if (!/^(https?:|mailto:)/i.test(href)) return <>{children}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

// A remote image would reveal to its host who reads this.
function PictureLink({ src, alt }: { src: string; alt: string }) {
  const t = useTexts(chatTexts);
  const name = alt || t('image');
  return <SafeLink href={src}>{src === '' ? name : t('openImage', { name })}</SafeLink>;
}

function CodeBlock({ text }: { text: string }) {
  const t = useTexts(chatTexts);
  return (
    <div className={styles['code']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide block is scrolled by keyboard too */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} label={t('copyCode')} />
    </div>
  );
}

function textOf({ value = '', children = [] }: HtmlNode): string {
  return value + children.map(textOf).join('');
}
