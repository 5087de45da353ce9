import type { FlowSettings } from '@tendril/contract/flow/flow-settings';
import type { ShareAccess } from './share-access.ts';

/** What every tab of the share dialog gets. */
export interface ShareTabProps {
  flowId: string;
  flowName: string;
  settings: FlowSettings;
  access: ShareAccess;
}
