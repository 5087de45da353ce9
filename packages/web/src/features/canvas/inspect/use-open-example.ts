import { createFlow } from '@tendril/contract/api/flows';
import { readNodeExample } from '@tendril/contract/api/nodes';
import type { NodeTemplate } from '@tendril/contract/node/node-template';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../kit/api/call.ts';
import { canvasPath } from '../../../kit/lib/flow-paths.ts';
import { notifyError } from '../../../kit/state/notifier-store.ts';
import { canvasToolsTexts } from '../../../kit/texts/en/canvas-tools.ts';
import { useTexts } from '../../../kit/texts/texts.ts';

/** Makes a flow of a node's example and opens its canvas with the chat beside it. */
export function useOpenExample(onOpened: () => void) {
  const t = useTexts(canvasToolsTexts);
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const open = async ({ name, label }: Pick<NodeTemplate, 'name' | 'label'>) => {
    setIsBusy(true);
    try {
      const { type, flowData } = await call(readNodeExample, { params: { name } });
      const body = { name: t('helpExampleName', { name: label }), type, flowData };
      const made = await call(createFlow, { body });
      onOpened();
      await navigate(`${canvasPath(type, made.id)}?chat=open`);
    } catch (thrown) {
      notifyError(thrown);
      setIsBusy(false);
    }
  };
  return { isBusy, open };
}
