import type { FlowType } from '@tendril/contract/flow/flow';
import { ConfigurationDialog } from './configuration-dialog.tsx';
import { LeadsDialog } from './leads-dialog.tsx';
import { MessagesDialog } from './messages-dialog.tsx';
import { TemplateDialog } from './template-dialog.tsx';
import { UpsertHistoryDialog } from './upsert-history-dialog.tsx';

export interface FlowSettingsDialogsProps {
  which: 'configuration' | 'messages' | 'leads' | 'upsert-history' | 'template';
  flowId: string;
  kind: FlowType;
  /** Proposed as the template's name. */
  flowName?: string;
  onClose: () => void;
}

/** The dialogs behind a flow's settings menu. */
export function FlowSettingsDialogs({ which, flowId, flowName = '', onClose }: FlowSettingsDialogsProps) {
  switch (which) {
    case 'configuration':
      return <ConfigurationDialog flowId={flowId} onClose={onClose} />;
    case 'messages':
      return <MessagesDialog flowId={flowId} onClose={onClose} />;
    case 'leads':
      return <LeadsDialog flowId={flowId} onClose={onClose} />;
    case 'upsert-history':
      return <UpsertHistoryDialog flowId={flowId} onClose={onClose} />;
    case 'template':
      return <TemplateDialog source={{ flowId }} sourceName={flowName} onClose={onClose} />;
  }
}
