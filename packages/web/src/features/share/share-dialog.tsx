import { useQuery } from '@tanstack/react-query';
import type { FlowType } from '@tendril/contract/flow/flow';
import type { FlowSettings } from '@tendril/contract/flow/flow-settings';
import { useState } from 'react';
import { shareTexts } from '../../kit/texts/en/share.ts';
import { useTexts } from '../../kit/texts/texts.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { DialogTabs } from '../../kit/ui/dialog-tabs.tsx';
import { ErrorState } from '../../kit/ui/error-state.tsx';
import { SkeletonList } from '../../kit/ui/skeleton-list.tsx';
import { flowSettingsQuery } from '../flow-settings/flow-settings.queries.ts';
import { ChatbotTab } from './chatbot-tab.tsx';
import { CodeTab } from './code-tab.tsx';
import { EmbedTab } from './embed-tab.tsx';
import { type FreshKey, KeyChoice } from './key-choice.tsx';
import { McpTab } from './mcp-tab.tsx';
import { OpenAiTab } from './openai-tab.tsx';
import { type ShareAccess, shareAccess } from './share-access.ts';
import styles from './share-dialog.module.css';
import { shareKeysQuery } from './share-keys.queries.ts';
import type { ShareTabProps } from './share-tab.ts';
import { StartTab } from './start-tab.tsx';

interface ShareDialogProps {
  flowId: string;
  kind: FlowType;
  flowName: string;
  onClose: () => void;
}

const tabs = ['embed', 'python', 'javascript', 'curl', 'openai', 'mcp', 'chatbot'] as const;
/** Agent flows have more than one way to start. */
const agentTabs = ['start', ...tabs] as const;
type Tab = (typeof agentTabs)[number];

/** The share dialog: every way to access the flow. */
export function ShareDialog({ flowId, flowName, kind, onClose }: ShareDialogProps) {
  const t = useTexts(shareTexts);
  const { data, error, refetch } = useQuery(flowSettingsQuery(flowId));
  return (
    <Dialog isOpen title={t('title', { name: flowName })} width={1000} onClose={onClose}>
      {data && <Shared flowId={flowId} flowName={flowName} kind={kind} settings={data} />}
      {!data && error && <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonList shape="rows" count={5} />}
    </Dialog>
  );
}

function Shared({
  flowId,
  flowName,
  kind,
  settings,
}: {
  flowId: string;
  flowName: string;
  kind: FlowType;
  settings: FlowSettings;
}) {
  const t = useTexts(shareTexts);
  const { data: keys = [] } = useQuery(shareKeysQuery);
  const [fresh, setFresh] = useState<FreshKey>();
  const [tab, setTab] = useState<Tab>(kind === 'AGENTFLOW' ? 'start' : 'embed');
  const shown: readonly Tab[] = kind === 'AGENTFLOW' ? agentTabs : tabs;
  const access = shareAccess(settings, keys, fresh);
  return (
    <>
      <div className={styles['top']}>
        <KeyChoice flowId={flowId} settings={settings} onFreshKey={setFresh} />
        <p role="status">{accessWords(access, t)}</p>
      </div>
      <DialogTabs
        label={t('tabs')}
        tabs={shown.map((id) => ({ id, label: t(id) }))}
        value={tab}
        onChange={setTab}
        idStem="share"
      />
      <div className={styles['panel']} role="tabpanel" id="share-panel" aria-labelledby={`share-tab-${tab}`}>
        <TabBody tab={tab} flowId={flowId} flowName={flowName} settings={settings} access={access} />
      </div>
    </>
  );
}

function TabBody({ tab, ...props }: ShareTabProps & { tab: Tab }) {
  switch (tab) {
    case 'start':
      return <StartTab {...props} />;
    case 'embed':
      return <EmbedTab {...props} />;
    case 'openai':
      return <OpenAiTab {...props} />;
    case 'mcp':
      return <McpTab {...props} />;
    case 'chatbot':
      return <ChatbotTab {...props} />;
    default:
      return <CodeTab key={tab} language={tab} {...props} />;
  }
}

type Say = ReturnType<
  typeof useTexts<typeof shareTexts extends { readonly keys?: infer K extends string } ? K : never>
>;

function accessWords({ isBound, isPublic, isKeyKnown, keyName }: ShareAccess, t: Say): string {
  if (isKeyKnown) return t('keyHelp');
  if (isBound) return t('keyPlaceholder', { name: keyName || t('keyGone') });
  return t(isPublic ? 'openToAll' : 'anyKeyPlaceholder');
}
