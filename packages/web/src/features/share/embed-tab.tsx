import { useState } from 'react';
import { shareTexts } from '../../kit/texts/en/share.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Segmented } from '../../kit/ui/segmented.tsx';
import { FlowiseEmbed } from './flowise-embed.tsx';
import { PublicNotice } from './public-notice.tsx';
import type { ShareTabProps } from './share-tab.ts';
import { WidgetEmbed } from './widget-embed.tsx';

type Package = 'ownWidget' | 'flowiseWidget';
const packages = ['ownWidget', 'flowiseWidget'] as const satisfies readonly Package[];

/** The code that puts the chat onto somebody's page: our own widget first, the package that some pages use second. */
export function EmbedTab({ flowId, access }: ShareTabProps) {
  const t = useTexts(shareTexts);
  const [shown, setShown] = useState<Package>('ownWidget');
  return (
    <>
      <PublicNotice flowId={flowId} access={access} />
      <Segmented
        label={t('widgets')}
        segments={packages.map((value) => ({ value, label: t(value) }))}
        value={shown}
        onChange={setShown}
      />
      {shown === 'ownWidget' ? (
        <WidgetEmbed flowId={flowId} access={access} />
      ) : (
        <FlowiseEmbed flowId={flowId} />
      )}
    </>
  );
}
