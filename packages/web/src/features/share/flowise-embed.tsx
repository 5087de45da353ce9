import { useState } from 'react';
import { shareTexts } from '../../kit/texts/en/share.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Segmented } from '../../kit/ui/segmented.tsx';
import { CodeBlock } from './code-block.tsx';
import { type EmbedKind, embedSample } from './embed-sample.ts';
import styles from './share-dialog.module.css';
import type { ShareTabProps } from './share-tab.ts';

const kinds = ['popupHtml', 'fullHtml', 'popupReact', 'fullReact'] as const satisfies readonly EmbedKind[];

/** The code for pages that use the package flowise-embed. */
export function FlowiseEmbed({ flowId }: Pick<ShareTabProps, 'flowId'>) {
  const t = useTexts(shareTexts);
  const [kind, setKind] = useState<EmbedKind>('popupHtml');
  const [hasConfig, setHasConfig] = useState(false);
  const isReact = kind === 'popupReact' || kind === 'fullReact';
  const isFull = kind === 'fullHtml' || kind === 'fullReact';
  const help = [t(isReact ? 'embedHelpReact' : 'embedHelpHtml'), isFull && t('embedFullHelp')];
  return (
    <>
      <p className={styles['help']}>{t('flowiseHelp')}</p>
      <Segmented
        label={t('embedKinds')}
        segments={kinds.map((value) => ({ value, label: t(value) }))}
        value={kind}
        onChange={setKind}
      />
      <CodeBlock
        title={t(kind)}
        help={help.filter(Boolean).join(' ')}
        code={embedSample({ kind, origin: location.origin, flowId, hasConfig })}
      />
      <label className={styles['check']}>
        <input type="checkbox" checked={hasConfig} onChange={(event) => setHasConfig(event.target.checked)} />
        {t('showConfig')}
      </label>
    </>
  );
}
